import { beforeAll, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { readFlash } from "@/lib/auth/sealed-cookie";
import { openedForField } from "@/lib/domain/opened-for";
import { say } from "@/lib/domain/refusal";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { atPages, formWith, html, of, search, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore, testPassword } from "@/lib/testing/money";
import { requestHeaders } from "@/lib/testing/request";
import CardPage from "./[id]/card/page";
import AccountPage from "./[id]/page";
import {
  checkAccountAction,
  keepTrialAction,
  saveAccountAction,
  setWaysAction,
  takeTillFileAction,
  tryAccountAction,
} from "./actions";
import NewAccountPage from "./new/page";
import OwnAccountsPage from "./page";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
}, 60_000);

const form = (fields: Record<string, string>) =>
  formWith({ [openedForField]: String(shop.store.id), ...fields });
const went = (sent: Promise<unknown>) =>
  sent.then(
    () => "",
    ({ digest }: { digest: string }) => digest,
  );

/** The owner's phone is asked, and they approve. */
async function trial(id: string) {
  const press = /name="press" value="([^"]+)"/.exec(await html(AccountPage(of(id))))?.[1] ?? "";
  const typed = { id, press, customerPhone: "0772 123 789", network: "" };
  await went(tryAccountAction(freshForm, form(typed)));
  const waits = await html(AccountPage(of(id)));
  await later(world, 5_000);
  return { id: press, waits };
}

test("a key that was typed never comes back to the page, whatever is wrong with the rest", async () => {
  const typed = {
    rail: "paystack",
    label: "Shop",
    mode: "live",
    "credential.secretKey": "sk_live_0123456789abcdef",
  };
  const state = await saveAccountAction(freshForm, form({ ...typed, password: "wrong" }));
  expect(Object.keys(state.errors)).toContain("password");
  expect(JSON.stringify(state)).not.toContain("0123456789");
  const bad = { ...typed, "credential.secretKey": "sk_wrong" };
  const other = await saveAccountAction(freshForm, form({ ...bad, password: testPassword }));
  expect(Object.keys(other.errors)).toEqual(["credential.secretKey"]);
  expect(JSON.stringify(other)).not.toContain("sk_wrong");
});

test("an account is chosen, connected and checked; its page says what came and how to try it", async () => {
  const places = await html(NewAccountPage(search()));
  for (const rail of ["paystack", "sandbox"]) expect(places).toContain(`?rail=${rail}"`);
  expect(await html(NewAccountPage(search({ rail: "paystack" })))).toContain('name="credential.secretKey"');
  const typed = { rail: "sandbox", label: "Till in Ntinda", mode: "live", password: testPassword };
  const to = await went(saveAccountAction(freshForm, form(typed)));
  const key = /own\/(sandbox[^;]*)/.exec(decodeURIComponent(to))?.[1] ?? "";
  expect(key).toMatch(/^sandbox:/);
  const fresh = await html(AccountPage(of(key)));
  expect(fresh).toContain("Pay UGX 500 to yourself");
  const { waits: asked } = await trial(key);
  expect(asked).toContain("Approve UGX 500 at your phone");
  const paid = await html(AccountPage(of(key)));
  for (const part of ["UGX 500 came into this account", "/refund", "Keep it"]) expect(paid).toContain(part);
  expect(decodeURIComponent(await went(keepTrialAction(form({ id: key }))))).toContain(key);
  await paidPayment(world, shop);
  const page = await html(AccountPage(of(key)));
  // The sandbox says what it holds in every currency there is.
  expect(page).not.toContain("KES 1");
  for (const part of ["Till in Ntinda", "UGX 50,500", "Check connection", "Set up: all four steps are done"])
    expect(page).toContain(part);
  expect(await html(OwnAccountsPage(search()))).toContain("UGX 758");
  // What it waits for stands there, however much else waits for its store.
  const { store } = shop;
  const task = { storeId: store.id, createdAt: world.clock.now() };
  const other = (nth: number) => ({ ...task, kind: "paid_twice", subject: `other/${nth}` });
  const details = { detail: "rail_initiator_refused", name: "M-PESA", said: "2001", what: "needs_operator" };
  const waits = { ...task, kind: "own_rail_odd", subject: `${key}/needs_operator/2026-03-01`, details };
  await world.db.task.createMany({ data: [waits, ...Array.from({ length: 101 }, (_, nth) => other(nth))] });
  expect(await html(AccountPage(of(key)))).toContain("M-PESA does not accept the initiator");
  const card = await html(CardPage({ ...of(key), ...search() }));
  for (const part of [
    "Pay at paybill",
    world.rails.own?.find(key)?.till?.number ?? "?",
    "Ask us for your account",
  ])
    expect(card).toContain(part);
  // Where the till is not heard the page says what to do, and no card is printed.
  const rail = world.rails.own?.find(key);
  Object.assign(rail?.till ?? {}, { isHeard: false });
  const unheard = await html(AccountPage(of(key)));
  for (const part of ["Payers are not told of it yet", "Press “Check connection” above", "Ask my phone"])
    expect(unheard).toContain(part);
  expect(await html(CardPage({ ...of(key), ...search() }))).not.toContain("Pay at paybill");
  const ways = await went(setWaysAction(freshForm, form({ id: key, ways: "card/UG/UGX" })));
  expect(decodeURIComponent(ways)).toContain(key);
});

test("what was given back stays in sight; what a rail told says when; what a file asks has its link", async () => {
  const { key } = await world.db.railAccount.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const { id: press } = await trial(key);
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: press } });
  await requestRefund(world, shop.seller, { orderId, reason: "Test", requestKey: "one" });
  await later(world, 10_000);
  const page = await html(AccountPage(of(key)));
  expect(page.replaceAll(/<details.*?<\/details>/gs, "")).toContain("It works, and UGX 500 was given back.");
  expect(page).toContain("Set up: all four steps are done");

  const held = { minor: 700n, currency: "UGX", at: new Date("2026-03-02T10:05:00Z") };
  Object.assign(world.rails.own?.find(key) ?? {}, { balance: async () => [held] });
  for (const told of [AccountPage(of(key)), OwnAccountsPage(search())])
    expect(await html(told)).toContain("UGX 700 was there at 13:05");

  const sent = form({ id: key });
  sent.set(
    "file",
    new File([`Receipt,Time,Amount\nTKS1,${world.clock.now().toISOString()},1200`], "list.csv"),
  );
  await went(takeTillFileAction(freshForm, sent));
  requestHeaders({ "x-pathname": `/dashboard/wallet/own/${key}` });
  expect(await readFlash()).toMatchObject({ link: { href: "/dashboard/tasks", label: "Needs you" } });
});

test("a list that a spreadsheet saved as Unicode text is read as any other", async () => {
  const [account] = await world.db.railAccount.findMany({ where: { storeId: shop.store.id }, take: 1 });
  const key = account?.key ?? "";
  const text = `\uFEFFReceipt\tTime\tAmount\nTKS9\t${world.clock.now().toISOString()}\t1300\n`;
  const sent = form({ id: key });
  sent.set("file", new File([Buffer.from(text, "utf16le")], "list.txt"));
  await went(takeTillFileAction(freshForm, sent));
  expect(await world.db.tillPayment.count({ where: { rail: key, receipt: "TKS9" } })).toBe(1);
});

test("why a check failed is said once: by the page where it keeps it, else by the result", async () => {
  const { own } = world.rails;
  if (!own) throw new Error("No own accounts.");
  const { probe } = own;
  const times = async (why: string, sent: Promise<unknown>) => {
    const [, key = ""] = /own\/(sandbox[^;]*)/.exec(decodeURIComponent(await went(sent))) ?? [];
    requestHeaders({ "x-pathname": `/dashboard/wallet/own/${key}` });
    return { key, times: (await html(AccountPage(of(key)))).split(why).length - 1 };
  };
  const typed = { rail: "sandbox", label: "Kiosk", mode: "live", password: testPassword };
  Object.assign(own, { probe: () => null });
  const refused = "It could not be asked.";
  const { key, ...once } = await times(refused, saveAccountAction(freshForm, form(typed)));
  expect(once).toEqual({ times: 1 });
  const check = () => checkAccountAction(form({ id: key }));
  expect(await times(refused, check())).toEqual({ key, times: 1 });
  const health = async () => ({ ok: false, detail: say("rail_check_silent") });
  Object.assign(own, { probe: () => ({ ...world.sandbox.rail, health }) });
  expect(await times("It does not say which networks", check())).toEqual({ key, times: 1 });
  Object.assign(own, { probe });
});
