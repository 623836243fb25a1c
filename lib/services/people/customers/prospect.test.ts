import { beforeEach, expect, test } from "vitest";
import { customerOf } from "@/lib/services/billing/invoices/draft";
import { transact } from "@/lib/services/core/unit";
import { find } from "@/lib/services/desk/search/find";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";
import { readCustomer } from "./detail";
import { importCustomers } from "./import";
import { listCustomers, walkCustomers } from "./list";
import { saveCustomer } from "./save";
import { updateCustomer } from "./update";

const world = await openStage();
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
});

const typed = { name: "Amina", company: null, country: null, city: null, address: null };
const created = () => world.db.event.count({ where: { storeId: shop.store.id, type: "customer.created" } });
const listed = async () =>
  (await listCustomers(world, shop.live, {}, { skip: 0, take: 25 })).rows.map(({ row }) => row);
const made = () =>
  world.db.customer.findMany({ where: { accountId: shop.accountId }, orderBy: { id: "asc" } });

async function pass(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** A wrong PIN. */
async function tryInVain(): Promise<number> {
  await press(world, shop, { email: "amina@example.com", phone: "0772 123 139" });
  await pass();
  const [one] = await made();
  return one?.id ?? 0;
}

test("who did not pay is no customer: not listed, counted, exported, found, read or told", async () => {
  const id = await tryInVain();
  expect(await listCustomers(world, shop.live, {}, { skip: 0, take: 25 })).toEqual({ rows: [], total: 0 });
  for await (const rows of walkCustomers(world, shop.live, {})) expect(rows).toEqual([]);
  expect((await find(world, shop.live, "amina@example.com", "en")).customers).toEqual([]);
  await expect(readCustomer(world, shop.live, id)).rejects.toThrow();
  await expect(updateCustomer(world, shop.live, id, { name: "Eve" })).rejects.toThrow();
  expect(await created()).toBe(0);
});

test("with the money comes the customer, who is told once and is a customer since then", async () => {
  await tryInVain();
  world.clock.advance(60_000);
  await press(world, shop, { email: "amina@example.com", phone: "0772 123 789" });
  await pass();
  expect(await listed()).toMatchObject([
    { email: "amina@example.com", phone: "+256772123789", prospect: false },
  ]);
  const [one] = await listed();
  expect(one?.customerSince.getTime()).toBe(world.clock.now().getTime());
  expect(await created()).toBe(1);
});

test("an unpaid try keeps no address from a customer that the seller makes, who takes over what was begun", async () => {
  await press(world, shop, { email: "amina@example.com" });
  const email = "amina@example.com";
  const { customer, created: isNew } = await saveCustomer(world, shop.live, { ...typed, email, phone: null });
  expect(isNew).toBe(true);
  await pass();
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(order).toMatchObject({ customerId: customer.row.id, paymentStatus: "paid" });
  expect((await listed()).map(({ id }) => id)).toEqual([customer.row.id]);
  expect(await created()).toBe(1);
});

test("nor from one who is imported, invoiced or changed", async () => {
  await tryInVain();
  await importCustomers(
    world,
    { ...shop.live, userId: shop.owner.id, role: "owner" },
    "name,email\nAmina,amina@example.com\n",
  );
  expect(await listed()).toMatchObject([{ email: "amina@example.com", source: "import" }]);
  await press(world, shop, { phone: "0772 555 139", browser: "anotherbrowser00000000" });
  await pass();
  const named = {
    customerId: null,
    customerName: "Bo",
    customerEmail: null,
    customerPhone: "+256772555139",
  };
  const { id } = await transact(world, (unit) => customerOf(unit, shop.live, named));
  expect((await listed())[0]).toMatchObject({ id, name: "Bo", source: "invoice" });
  await press(world, shop, { email: "new@example.com", phone: "0772 556 139" });
  await pass();
  const changed = await updateCustomer(world, shop.live, id ?? 0, { email: "new@example.com" });
  expect(changed.row.email).toBe("new@example.com");
});

test("an e-mail that a stranger typed gives that stranger's phone no place with its owner", async () => {
  await saveCustomer(world, shop.live, { ...typed, email: "mary@example.org", phone: null });
  await press(world, shop, { email: "mary@example.org", phone: "0772 666 789" });
  await pass();
  expect(await listed()).toMatchObject([{ email: "mary@example.org", phone: null }]);
});

test("nor does an invoice of theirs that a stranger with its link pays a part of", async () => {
  const mary = { ...typed, email: "mary@example.org", phone: null };
  const { customer } = await saveCustomer(world, shop.live, mary);
  const { id } = await sentInvoice(world, shop, { customerId: customer.row.id, allowPartPayment: true });
  const part = { kind: "invoice" as const, invoiceId: id, amount: "1000" };
  await press(world, shop, { for: part, phone: "0772 667 789" });
  await pass();
  expect((await world.db.invoice.findUniqueOrThrow({ where: { id } })).paidMinor).toBe(1_000n);
  expect(await listed()).toMatchObject([{ email: "mary@example.org", phone: null }]);
});
