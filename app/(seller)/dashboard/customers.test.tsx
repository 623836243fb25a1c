import { beforeAll, expect, test } from "vitest";
import { eraseCustomer } from "@/lib/services/desk/erase/erase";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET as copyOfPerson } from "./customers/[id]/data/route";
import ErasePage from "./customers/[id]/erase/page";
import MergePage from "./customers/[id]/merge/page";
import CustomerPage from "./customers/[id]/page";
import { GET as exportCsv } from "./customers/export/route";
import CustomersPage from "./customers/page";

const world = atPages(testWorld());
let shop: TestStore;
let customerId: number;
let twinId: number;

beforeAll(async () => {
  shop = await testStore(world);
  await signIn(world, shop);
  customerId = (await paidOrder(world, shop, { name: "Amina", email: "amina@example.com" })).customerId;
  twinId = (await paidOrder(world, shop, { name: "amina", email: "other@example.com" })).customerId;
  await paidOrder(world, shop, { name: "Ben" });
});

test("the list has its filter in the address, and the file has the same rows", async () => {
  const page = await html(CustomersPage(search({ search: "amina@" })));
  expect(page).toContain("Lifetime value, UGX");
  expect(page).toContain(">50,000<");
  expect(page).not.toContain("Ben");
  expect(page).toContain('href="/dashboard/customers/export?search=amina%40"');
  const file = await exportCsv(
    new Request("http://localhost:3000/dashboard/customers/export?search=amina%40"),
  );
  expect((await file.text()).trim().split("\r\n")).toHaveLength(2);
  expect(await html(CustomersPage(search({ search: "nobody" })))).toContain("Nobody matches this search.");
});

test("one customer shows what they paid, what happened, who may be the same, and the API's JSON", async () => {
  const page = await html(CustomerPage(of(customerId)));
  for (const part of ["Paid UGX 50,000 (ORD-000001)", "has the same name", `/api/v1/customers/${customerId}`])
    expect(page).toContain(part);
});

test("merging says before what moves and what is lost", async () => {
  const params = Promise.resolve({ id: String(customerId) });
  const page = await html(MergePage({ params, ...search({ with: String(twinId) }) }));
  for (const part of [
    "Orders: 1, subscriptions: 0, invoices: 0",
    "E-mail other@example.com",
    "An e-mail address is lost",
  ])
    expect(page).toContain(part);
});

test("who asks is given a copy, as data or as a page, or is erased; afterwards nothing is left to do", async () => {
  const { customerId: asks } = await paidOrder(world, shop, {
    name: "Wanjiru",
    email: "wanjiru@example.com",
  });
  const before = await html(CustomerPage(of(asks)));
  for (const part of [`/customers/${asks}/data"`, "?as=page", `/customers/${asks}/erase"`])
    expect(before).toContain(part);
  const copy = (query: string) =>
    copyOfPerson(new Request(`http://localhost:3000/dashboard/customers/${asks}/data${query}`), of(asks));
  const data = await copy("");
  expect(data.headers.get("Content-Disposition")).toBe(`attachment; filename="customer-${asks}.json"`);
  expect(await data.json()).toMatchObject({
    held: [{ customer: { name: "Wanjiru" }, orders: [{ total: "50000 UGX" }] }],
  });
  const page = await copy("?as=page");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("wanjiru@example.com");
  expect((await copyOfPerson(new Request("http://localhost:3000/"), of("0"))).status).toBe(404);
  const ask = await html(ErasePage(of(asks)));
  for (const part of ["It cannot be undone.", "save its PDF first", 'name="password"'])
    expect(ask).toContain(part);
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  await giveTestPassword(world, shop.owner.id);
  await eraseCustomer(world, seller, asks, { password: testPassword });
  const after = await html(CustomerPage(of(asks)));
  expect(after).toContain("nothing tells who this customer was");
  for (const gone of ["Wanjiru", "/erase", "/merge", "/edit"]) expect(after).not.toContain(gone);
});

test("in French, all but what people and the history wrote is French", async () => {
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  await chooseLanguage(world, seller, "fr");
  const pages = [
    await html(CustomersPage(search())),
    await html(CustomerPage(of(customerId))),
    await html(MergePage({ params: Promise.resolve({ id: String(customerId) }), ...search() })),
  ].join("");
  for (const part of [
    "Payé en tout",
    "Coordonnées",
    "UGX 50\u00a0000</span> payés en tout",
    "Fusionner deux clients",
  ])
    expect(pages).toContain(part);
  for (const part of ["Lifetime", "Contacts", "Merge", "Download", "Clear filters"])
    expect(pages).not.toContain(part);
  await chooseLanguage(world, seller, "en");
});

test("another account's customer does not exist", async () => {
  const other = await testStore(world);
  const { customerId: theirs } = await paidOrder(world, other);
  await expect(CustomerPage(of(theirs))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
