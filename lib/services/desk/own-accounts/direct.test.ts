import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startMpesa } from "@/e2e/emulators/mpesa";
import { say } from "@/lib/domain/refusal";
import { numberOf, takingAtTill } from "@/lib/services/catalog/till/account-numbers";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { quoteRefund } from "@/lib/services/money/out/refunds/quote";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { readArrived } from "@/lib/services/money/settlement/read-arrived";
import { settle } from "@/lib/services/money/settlement/settle";
import { isBackByHand, returnSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { hearTill } from "@/lib/services/money/till/hear";
import { takeTillStatement } from "@/lib/services/money/till/statement";
import { openCallbackRoute } from "@/lib/testing/callback-route";
import { checkLedger } from "@/lib/testing/check-ledger";
import { testInvoice } from "@/lib/testing/invoices";
import { giveTestPassword, testPassword as password } from "@/lib/testing/money";
import { ask, openShop } from "@/lib/testing/rails/emulated";
import { booksOf } from "@/lib/testing/till";
import { type TestStore, type TestWorld, testClock, testWorld } from "@/lib/testing/world";
import { checkAccount, removeAccount, saveAccount, switchAccount } from "./connect";
import { openOwnAccounts } from "./open";
import { listAccounts } from "./read";

// An account at M-PESA, from its set-up page to what arrives: over real HTTP, at its own address.
let emulator: Awaited<ReturnType<typeof startMpesa>>;
let route: Awaited<ReturnType<typeof openCallbackRoute>>;
let world: TestWorld;
let shop: TestStore;
let seller: TestStore["live"] & { userId: number; role: "owner" };

beforeEach(async () => {
  emulator = await startMpesa({ keys: { passkey: "the-passkey" } });
  route = await openCallbackRoute(() => world);
  const base = testWorld({ clock: testClock(new Date(emulator.now())) });
  const config = {
    ...{ ...base.config, siteUrl: route.url },
    ownAccounts: { ...base.config.ownAccounts, rails: ["mpesa" as const] },
  };
  const own = openOwnAccounts({ ...base, config }, { RAIL_MPESA_BASE_URL: emulator.url }, null);
  world = { ...base, config, rails: { all: [], sandbox: null, own } };
  emulator.callbackUrl.current = route.url;
  shop = await openShop(world, { country: "KE", amount: { minor: 50_000n, currency: "KES" } } as never);
  await giveTestPassword(world, shop.owner.id);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});
afterEach(async () => {
  // The next test's clock begins earlier: what is newer than it would be read for ever, and its own never.
  await world.db.railAccount.updateMany({ data: { removedAt: world.clock.now(), updatedAt: new Date(0) } });
  await emulator.close();
  await route.close();
});

async function connect(more: Record<string, string> = {}, key?: string) {
  const { consumerKey, consumerSecret, shortCode, passkey } = emulator.keys;
  const credentials = { consumerKey, consumerSecret, shortCode, passkey, ...more };
  return saveAccount(world, seller, {
    ...{ rail: "mpesa", livemode: true, label: "Till at the gate", credentials, password },
    ...(key ? { key } : {}),
  });
}
const check = async (key: string) => {
  const { ok, detail } = await checkAccount(world, seller, key);
  return { ok, code: detail?.code };
};
const tasks = async () =>
  (await world.db.task.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } })).map(
    ({ kind, details }) => [kind, Object(details).receipt ?? Object(details).detail],
  );
/** Somebody pays 300 by themselves, with this account number. */
const pays = async (account: string): Promise<string> =>
  Object(await emulator.pay({ phone: "254722000001", amount: 300, account })).receipt;
const owed = async () => {
  const { id } = await testInvoice(world, shop.live, {
    items: [{ description: "Water", quantity: 1, unit_price: 300 }],
  });
  return { id, number: await numberOf(world, shop.store.id, { kind: "invoice", id }) };
};
const paidOf = async (id: number) => (await world.db.invoice.findUniqueOrThrow({ where: { id } })).paidMinor;
const waiting = () => world.db.tillPayment.findMany({ where: { storeId: shop.store.id, attemptId: null } });
const asked = (path: string) => emulator.requests.filter((one) => one.path === path).length;

test("Check connection has what is paid at the till told to us, once", async () => {
  const { key, ok } = await connect();
  expect(ok).toBe(true);
  expect(asked("/mpesa/c2b/v2/registerurl")).toBe(0);
  expect(await check(key)).toEqual({ ok: true, code: "rail_told" });
  expect(await check(key)).toEqual({ ok: true, code: "rail_told_before" });
  const receipt = await pays("SHOP 12");
  await route.settled();
  expect(await tasks()).toEqual([["till_payment", receipt]]);
});

test("a passkey of another short code is found without asking a payer", async () => {
  const { key, ok, detail } = await connect({ passkey: "of-another-short-code" });
  expect(ok).toBe(false);
  expect(detail).toMatchObject({ code: "rail_check_refused" });
  expect((await listAccounts(world, seller))[0]).toMatchObject({ state: "broken" });
  expect(await check(key)).toEqual({ ok: false, code: "rail_check_refused" });
  expect(asked("/mpesa/stkpush/v1/processrequest")).toBe(0);
  expect(asked("/mpesa/c2b/v2/registerurl")).toBe(0);
});

test("addresses that are refused leave the account on, and its owner is told", async () => {
  const { key } = await connect();
  emulator.unkind.refuse = { status: 400, errorCode: "400.003.02", errorMessage: "Bad Request" };
  expect(await check(key)).toEqual({ ok: false, code: "rail_told_refused" });
  expect((await listAccounts(world, seller))[0]).toMatchObject({ state: "on", problem: null });
  const [task] = await tasks();
  expect(task).toEqual(["own_rail_odd", "rail_told_refused"]);
});

describe("payers are told of the paybill", () => {
  const told = () =>
    takingAtTill(world, { id: shop.store.id, country: "KE", currency: "KES" })?.till?.number ?? null;
  const isHeard = async () => (await listAccounts(world, seller))[0]?.till?.isHeard;

  test("once M-PESA took our addresses, and not before", async () => {
    const { key } = await connect();
    expect([told(), await isHeard()]).toEqual([null, false]);
    await check(key);
    expect([told(), await isHeard()]).toEqual([emulator.keys.shortCode, true]);
    // Asked again, it has them already.
    expect(await check(key)).toEqual({ ok: true, code: "rail_told_before" });
    expect(told()).toBe(emulator.keys.shortCode);
  });

  test("not where it refuses them, nor where it keeps the address of another", async () => {
    const { key } = await connect();
    emulator.unkind.refuse = { status: 400, errorCode: "400.003.02", errorMessage: "Bad Request" };
    await check(key);
    expect([told(), await isHeard()]).toEqual([null, false]);
    const errorMessage = "Urls are already registered";
    emulator.unkind.refuse = { status: 500, errorCode: "500.003.1001", errorMessage };
    await world.db.railAccount.update({ where: { key }, data: { tillHeard: null } });
    expect(await check(key)).toEqual({ ok: true, code: "rail_told_before" });
    expect(told()).toBeNull();
    // What comes to our own address shows that it is there.
    emulator.unkind.refuse = null;
    const rail = world.rails.own?.find(key);
    const at = world.clock.now();
    const seen = { receipt: "TKS1HEARD", amount: { minor: 30_000n, currency: "KES" }, typed: null, at };
    if (rail) await hearTill(world, rail, { ...seen, phone: null, name: null }, false);
    expect(told()).toBe(emulator.keys.shortCode);
  });

  test("where its list was read, whoever had it switched on", async () => {
    const { key } = await connect({ listPhone: "0722000000" });
    await readArrived(world);
    expect(told()).toBeNull();
    await world.rails.own?.find(key)?.direct?.registerList?.();
    await readArrived(world);
    expect(told()).toBe(emulator.keys.shortCode);
  });

  test("no more once its keys name another short code", async () => {
    const { key } = await connect();
    await check(key);
    const { consumerKey, consumerSecret, passkey } = emulator.keys;
    const credentials = { consumerKey, consumerSecret, passkey, shortCode: "654321" };
    await saveAccount(world, seller, {
      key,
      rail: "mpesa",
      livemode: true,
      label: "Till",
      credentials,
      password,
    });
    expect(await isHeard()).toBe(false);
  });
});

test("the list is switched on with the phone of the short code, and is read for what no callback told", async () => {
  const { key } = await connect({ listPhone: "0722 000 000" });
  expect(await check(key)).toEqual({ ok: true, code: "rail_told" });
  expect(asked("/pulltransactions/v1/register")).toBe(1);
  emulator.unkind.copies = { confirmation: 0 };
  const receipt = await pays("SHOP 12");
  await readArrived(world);
  expect(await tasks()).toEqual([["till_payment", receipt]]);
});

test("a list that is refused is said, and so is it when it is read", async () => {
  const { key } = await connect({ listPhone: "0722000000" });
  // Nobody switched it on, and so reading it is refused.
  expect(await readArrived(world)).toMatchObject({ failed: 1 });
  await expect.poll(tasks).toEqual([["own_rail_odd", "rail_list_refused"]]);
  const { detail } = await checkAccount(world, seller, key);
  expect(detail).toEqual(say("rail_told", { name: "M-PESA" }));
  expect(await readArrived(world)).toMatchObject({ failed: 0 });
});

test.each([
  ["the list", { listPhone: "0722000000" }],
  ["the answer to a question about its receipt", {}],
] as const)(
  "a number typed at the paybill pays its invoice once %s says that it is true",
  async (by, more) => {
    const { initiator: initiatorName, securityCredential } = emulator.keys;
    const { key } = await connect(by === "the list" ? more : { initiatorName, securityCredential });
    await check(key);
    const { id, number } = await owed();
    await pays(number);
    // The answer to a question is told to us in its turn.
    await route.settled();
    await emulator.advance(10_000);
    await route.settled();
    expect(await paidOf(id)).toBe(30_000n);
    const order = await world.db.order.findFirstOrThrow({ where: { invoiceId: id } });
    expect(order).toMatchObject({ ownAccount: key, paymentStatus: "paid" });
    expect([await tasks(), await waiting()]).toEqual([[], []]);
    expect(await checkLedger(world)).toEqual([]);
  },
);

test("payments at the till wait while the initiator is refused, and are asked about at once with the right one", async () => {
  const { initiator: initiatorName, securityCredential } = emulator.keys;
  const { key } = await connect({ initiatorName, securityCredential: "bm90IGl0" });
  await check(key);
  const { id, number } = await owed();
  const receipt = await pays(number);
  const minutesPass = async (minutes: number) => {
    world.clock.advance(minutes * 60_000);
    await pollOpenAttempts(world);
    await route.settled();
    await emulator.advance(minutes * 60_000);
    await route.settled();
  };
  await minutesPass(1);
  await expect.poll(tasks).toEqual([["own_rail_odd", "rail_initiator_refused"]]);
  const before = asked("/mpesa/transactionstatus/v1/query");
  await minutesPass(60);
  expect(asked("/mpesa/transactionstatus/v1/query")).toBe(before);
  expect(await waiting()).toMatchObject([{ receipt, why: "checking" }]);
  await connect({ initiatorName, securityCredential }, key);
  await minutesPass(1);
  expect([await paidOf(id), await waiting()]).toEqual([30_000n, []]);
});

test("what is set aside where M-PESA cannot send back is given back by its seller, and only recorded", async () => {
  const { key } = await connect({ listPhone: "0722000000" });
  await check(key);
  const { number } = await owed();
  const set = async () =>
    world.db.task.findMany({ where: { storeId: shop.store.id, kind: "suspense", resolvedAt: null } });
  await emulator.pay({ phone: "254722000001", amount: 250, account: number });
  await route.settled();
  const [task] = await set();
  expect(task).toMatchObject({ details: { rail: key, reason: "underpaid" } });
  const { isByHand } = await returnSuspense(world, seller, task?.subject ?? "");
  expect([isByHand, await set()]).toEqual([true, []]);
  const refund = await world.db.refund.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(refund).toMatchObject({ status: "paid", amountMinor: 25_000n, nextPollAt: null });
  // What comes twice nobody can send back by itself: its seller is asked.
  for (const _ of [1, 2]) {
    await pays(number);
    await route.settled();
  }
  await workTransfers(world);
  const [twice] = await set();
  await returnSuspense(world, seller, twice?.subject ?? "");
  expect(await set()).toEqual([]);
  expect(await booksOf(world as never, shop.store.id)).toMatchObject({ own_account: 30_000n });
  expect([await checkLedger(world), await checkInvariants(world, { storeId: shop.store.id })]).toEqual([
    [],
    [],
  ]);
});

test("where nothing can say that it is true, its seller is asked, and decides", async () => {
  const { key } = await connect();
  await check(key);
  const { id, number } = await owed();
  const receipt = await pays(number);
  await route.settled();
  expect(await paidOf(id)).toBe(0n);
  expect(await tasks()).toEqual([["till_payment", receipt]]);
  expect(await waiting()).toMatchObject([{ receipt, why: "unproved" }]);
});

test("a confirmation of money that never came books nothing, and after two days its seller is asked", async () => {
  const { key } = await connect({ listPhone: "0722000000" });
  await check(key);
  const { id, number } = await owed();
  const told = JSON.parse(
    emulator.requests.find((one) => one.path === "/mpesa/c2b/v2/registerurl")?.text ?? "",
  );
  const stamp = "20261128101500";
  const forged = {
    ...{ TransactionType: "Pay Bill", TransID: "TKS0FORGED", TransTime: stamp, TransAmount: "300.00" },
    ...{ BusinessShortCode: emulator.keys.shortCode, BillRefNumber: number, MSISDN: "2547 ***** 126" },
  };
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(told.ConfirmationURL, {
    method: "POST",
    headers,
    body: JSON.stringify(forged),
  });
  expect(status).toBe(200);
  await route.settled();
  await pollOpenAttempts(world);
  expect([await paidOf(id), await tasks()]).toEqual([0n, []]);
  expect(await waiting()).toMatchObject([{ receipt: "TKS0FORGED", why: "checking" }]);
  world.clock.advance(3 * 24 * 3_600_000);
  await pollOpenAttempts(world);
  expect([await paidOf(id), await tasks()]).toEqual([0n, [["till_payment", "TKS0FORGED"]]]);
});

test("the statement of the provider's portal finds each payment, ours and theirs, and books nothing twice", async () => {
  const { key } = await connect();
  await check(key);
  emulator.unkind.copies = { confirmation: 0 };
  const { id, number } = await owed();
  const typed = await pays(number);
  const other = await pays("SHOP 12");
  const file = emulator.statementCsv();
  const took = { booked: 1, asked: 1 };
  expect(await takeTillStatement(world, seller, { key, file })).toMatchObject(took);
  expect(await paidOf(id)).toBe(30_000n);
  expect(await tasks()).toEqual([["till_payment", other]]);
  const [line] = await world.db.tillPayment.findMany({ where: { rail: key, receipt: typed } });
  expect(line?.paidAt).toEqual(new Date(emulator.lines.find(({ receipt }) => receipt === typed)?.atMs ?? 0));
  expect(await takeTillStatement(world, seller, { key, file })).toMatchObject({
    booked: 0,
    asked: 0,
    known: 2,
  });
});

describe("where an account may send back and tells what arrived", () => {
  const withInitiator = () => ({
    initiatorName: emulator.keys.initiator,
    securityCredential: emulator.keys.securityCredential,
    listPhone: "0722000000",
  });
  const open = async () => {
    const { key } = await connect(withInitiator());
    await check(key);
    return { key, ...(await owed()) };
  };
  const pass = async () => {
    await emulator.advance(5_000);
    await route.settled();
  };
  /** A prompt for the invoice, at a phone that answers as its last digits say. */
  const prompt = (id: number, prefix: string, digits: string) => {
    const phone = `+254${prefix}${String(shop.store.id).padStart(4, "0").slice(-4)}${digits}`;
    const plan = { method: "mobile_money", network: "mpesa_ke" } as never;
    return ask(world, plan, shop, phone, { for: { kind: "invoice", invoiceId: id, amount: null } });
  };
  const reversed = () =>
    emulator.requests
      .filter(({ path }) => path === "/mpesa/reversal/v1/request")
      .map(({ text }) => JSON.parse(text ?? "{}").TransactionID);

  test("a paybill that is taken off and connected again books nothing twice, and sends nothing back", async () => {
    const { key, id, number } = await open();
    const receipt = await pays(number);
    const unknown = await pays("SHOP 12");
    await route.settled();
    expect(await paidOf(id)).toBe(30_000n);
    await switchAccount(world, seller, { key, on: false, password });
    world.clock.advance(31_000);
    await emulator.advance(31_000);
    await removeAccount(world, seller, { key, password });
    // Also where another number was typed first: its account cannot become this one.
    const { key: typed } = await connect({ ...withInitiator(), shortCode: "600999" });
    await expect(connect(withInitiator(), typed)).rejects.toMatchObject({
      errors: { form: [{ code: "account_another" }] },
    });
    expect((await connect(withInitiator())).key).toBe(key);
    await expect(connect({ ...withInitiator(), shortCode: "600999" })).rejects.toMatchObject({
      errors: { form: [{ code: "account_connected" }] },
    });
    await readArrived(world);
    await workTransfers(world);
    await pass();
    expect(reversed()).toEqual([]);
    expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(1);
    const rows = await world.db.tillPayment.findMany({ where: { storeId: shop.store.id } });
    expect(rows.map((row) => row.receipt).sort()).toEqual([receipt, unknown].sort());
    const tills = (await tasks()).filter(([kind]) => kind === "till_payment");
    expect(tills).toEqual([["till_payment", unknown]]);
  });

  test("with a new secret of the same app, what is paid at the paybill is still heard", async () => {
    const { key } = await connect();
    await check(key);
    emulator.keys.consumerSecret = "a-rotated-secret";
    expect((await connect({ passkey: "of-another-short-code" }, key)).ok).toBe(false);
    expect((await connect({}, key)).ok).toBe(true);
    await check(key);
    expect((await listAccounts(world, seller))[0]?.till?.isHeard).toBe(true);
    const receipt = await pays("SHOP 12");
    await route.settled();
    expect(await tasks()).toEqual([["till_payment", receipt]]);
  });

  test("too much that was set aside goes back whole", async () => {
    const { number } = await open();
    await emulator.pay({ phone: "254722000001", amount: 350, account: number });
    await route.settled();
    const where = { storeId: shop.store.id, kind: "suspense" };
    const task = await world.db.task.findFirstOrThrow({ where });
    const { refundId } = await returnSuspense(world, seller, task.subject);
    await workTransfers(world);
    await pass();
    const refund = await world.db.refund.findUniqueOrThrow({ where: { id: refundId } });
    expect(refund).toMatchObject({ status: "paid", amountMinor: 35_000n });
  });

  test("of two payments the one that was set aside is reversed, not the one that counts", async () => {
    const { id, number } = await open();
    const attempt = await prompt(id, "71", "678");
    const first = await pays(number);
    await route.settled();
    expect(await paidOf(id)).toBe(30_000n);
    await pass();
    const second = emulator.lines.findLast(({ kind }) => kind === "paid")?.receipt;
    expect(second).not.toBe(first);
    await returnSuspense(world, seller, attempt);
    await workTransfers(world);
    await pass();
    expect(reversed()).toEqual([second]);
  });

  test("a prompt that ends unanswered after its payer paid at the paybill contradicts nothing", async () => {
    const { id, number } = await open();
    await prompt(id, "72", "149");
    await pays(number);
    await route.settled();
    expect(await paidOf(id)).toBe(30_000n);
    await pass();
    expect(await tasks()).toEqual([]);
  });

  test("the rest of a payment at the till, after a part of it was reversed, is its seller's to give back", async () => {
    const { id, number } = await open();
    await pays(number);
    await route.settled();
    const { id: orderId } = await world.db.order.findFirstOrThrow({ where: { invoiceId: id } });
    const back = async (amountMinor?: bigint) => {
      const wish = { orderId, amountMinor, reason: "Less", requestKey: randomUUID() };
      await requestRefund(world, seller, wish as never);
      await workTransfers(world);
      await pass();
      return (await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).refundedMinor;
    };
    expect(await back(10_000n)).toBe(10_000n);
    // Nobody's phone is known: M-PESA reverses once, and pays out to nobody.
    expect(await back()).toBe(10_000n);
    expect(await quoteRefund(world, seller, { orderId, amount: "" })).toMatchObject({ isByHand: true });
    // Other money of the same attempt is not meant by that: it has a receipt of its own.
    const { id: attemptId } = await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId } });
    const amount = { minor: 30_000n, currency: "KES" };
    const second = { railRef: "ws_CO_2", receipt: "UAVSECOND1", amount, paidAt: world.clock.now() };
    await settle(world, attemptId, {
      kind: "succeeded",
      settlement: { ...second, method: "mobile_money" },
    } as never);
    const of = { where: { storeId: shop.store.id, kind: "suspense" } };
    const { details } = await world.db.task.findFirstOrThrow(of);
    expect(isBackByHand(world, details)).toBe(false);
    expect(await returnSuspense(world, seller, attemptId)).toMatchObject({ isByHand: false });
    expect(reversed().at(-1)).toBe("UAVSECOND1");
    await pass();
    expect(await back()).toBe(30_000n);
    expect(reversed()).toHaveLength(2);
  });
});
