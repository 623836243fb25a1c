import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Planted } from "@/e2e/emulators/emulator";
import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import { startMtnMomo } from "@/e2e/emulators/mtn-momo";
import { startPawapay } from "@/e2e/emulators/pawapay";
import { startPaystack } from "@/e2e/emulators/paystack";
import { startStripe } from "@/e2e/emulators/stripe";
import { dayOf } from "@/lib/domain/reconciliation";
import { Invalid } from "@/lib/domain/refusal";
import { createFlutterwave } from "@/lib/providers/rails/flutterwave/flutterwave";
import { createMtnMomo } from "@/lib/providers/rails/mtn-momo/mtn-momo";
import { createPawapay } from "@/lib/providers/rails/pawapay/pawapay";
import { createPaystack } from "@/lib/providers/rails/paystack/paystack";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import type { NewPayment } from "@/lib/services/money/checkout/open-attempt";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { newOperator } from "@/lib/testing/operator";
import { type EmulatedProvider, type RailWorld, railWorld } from "@/lib/testing/real-rails";
import { type TestStore, type TestWorld, testClock, testStore, testWorld } from "@/lib/testing/world";
import { listBalances, listReconciliations, readReconciliation } from "./read";
import { reconcileFile } from "./read-file";
import { reconcileDay, reconcileDue, reconcileNow } from "./run";
import { closeDifference, settleBalance } from "./save";

const open: { close(): Promise<void> }[] = [];
const aDay = 24 * 60 * 60 * 1000;

// The books of all tests are one: each has weeks of its own.
let weeks = 0;
function ownTime(): { startMs: number } {
  weeks += 7;
  return { startMs: Date.UTC(2026, 0, 31, 9, 30) + weeks * 7 * aDay };
}

beforeEach(async () => {
  // Rails are the service's: each test begins with books in which nothing ever moved.
  const { db } = testWorld();
  await db.reconciliationDifference.deleteMany();
  await db.reconciliation.deleteMany();
  await db.railBalance.deleteMany();
  await db.task.deleteMany({ where: { kind: { in: ["reconciliation_differs", "balance_differs"] } } });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe.each([
  ["paystack", () => paystack()],
  ["flutterwave", () => flutterwave()],
  ["stripe", () => stripe()],
] as const)("over %s", (rail, connect) => {
  test("a day of payments and a refund agrees with the rail's own list", async () => {
    const { world, shop, pay } = await connect();
    const first = await pay("user_1");
    await pay("user_2");
    await giveBack(world, shop, first);
    const day = dayOf(world.clock.now());
    const result = await reconcileDay(world, rail, day);
    expect(result).toMatchObject({ kind: "compared", open: 0 });
    const run = await onlyRun(world, rail);
    expect(run).toMatchObject({ state: "agrees", foreign: 0 });
    expect(run.lines).toBeGreaterThanOrEqual(3);
    expect(await openTasks(world)).toEqual([]);
  });

  test("each error that is planted in the list is found, with both sides, as one task for the day", async () => {
    const { world, pay, planted } = await connect();
    const [left, changed, twice] = [await pay("user_1"), await pay("user_2"), await pay("user_3")];
    const unknown = randomUUID();
    planted.leftOut.add(left);
    planted.more.set(changed, 100);
    planted.twice.add(twice);
    planted.foreign.push({ ourId: unknown, amount: 900, currency: "KES" });
    planted.foreign.push({ ourId: "a-shop-of-somebody-else", amount: 900, currency: "KES" });
    await reconcileDay(world, rail, dayOf(world.clock.now()));
    const run = await onlyRun(world, rail);
    expect(run).toMatchObject({ state: "differs", foreign: 1 });
    const found = await world.db.reconciliationDifference.findMany({ where: { reconciliationId: run.id } });
    const told = new Map(found.map((one) => [one.ourId, one]));
    expect(told.get(left)).toMatchObject({ kind: "missing_at_rail", railMinor: null, booksMinor: 50_000n });
    expect(told.get(changed)).toMatchObject({ kind: "amount_differs", booksMinor: 50_000n });
    expect(told.get(twice)).toMatchObject({
      kind: "amount_differs",
      railMinor: 100_000n,
      booksMinor: 50_000n,
    });
    expect(told.get(unknown)).toMatchObject({ kind: "missing_in_books", booksMinor: null });
    expect(found).toHaveLength(4);
    expect(await openTasks(world)).toEqual([
      ["reconciliation_differs", `${rail}/${dayOf(world.clock.now())}`],
    ]);
  });

  test("a list that cannot be had is no agreement; it is asked for again each hour until it can", async () => {
    const { world, pay, break: broken } = await connect();
    await pay("user_1");
    const day = dayOf(world.clock.now());
    world.clock.set(new Date(`${dayOf(new Date(world.clock.now().getTime() + aDay))}T06:00:00.000Z`));
    broken(true);
    expect(await reconcileDue(world)).toEqual({ compared: 0, failed: 1 });
    expect(await onlyRun(world, rail)).toMatchObject({ state: "failed" });
    broken(false);
    expect(await reconcileDue(world)).toEqual({ compared: 1, failed: 0 });
    expect((await onlyRun(world, rail)).day).toEqual(new Date(`${day}T00:00:00.000Z`));
    expect(await reconcileDue(world)).toEqual({ compared: 0, failed: 0 });
  });
});

test("over the sandbox, whose list is its own records, a day agrees, and a record that lost its payment does not", async () => {
  const world = testWorld({ clock: testClock(new Date(ownTime().startMs)) });
  const shop = await testStore(world);
  const paid = await press(world, shop, { phone: "0772 000 123" });
  world.clock.advance(10_000);
  await pollOpenAttempts(world);
  const day = dayOf(world.clock.now());
  expect(await reconcileDay(world, "sandbox", day)).toMatchObject({ open: 0 });
  await world.db.sandboxRecord.delete({ where: { id: paid } });
  expect(await reconcileDay(world, "sandbox", day)).toMatchObject({ open: 1 });
});

test("what differed and agrees later is closed by itself, with its task", async () => {
  const { world, pay, planted } = await paystack();
  const id = await pay("user_1");
  const day = dayOf(world.clock.now());
  planted.leftOut.add(id);
  expect(await reconcileDay(world, "paystack", day)).toMatchObject({ open: 1 });
  planted.leftOut.clear();
  expect(await reconcileDay(world, "paystack", day)).toMatchObject({ open: 0 });
  expect(await world.db.reconciliationDifference.findMany()).toMatchObject([{ closedBy: "system" }]);
  expect(await openTasks(world)).toEqual([]);
  planted.leftOut.add(id);
  expect(await reconcileDay(world, "paystack", day)).toMatchObject({ open: 1 });
});

test("an operator closes a difference with a reason; it opens again only when a side says another amount", async () => {
  const { world, pay, planted } = await paystack();
  const operator = await newOperator(world);
  const id = await pay("user_1");
  const day = dayOf(world.clock.now());
  planted.more.set(id, 100);
  await reconcileDay(world, "paystack", day);
  const found = await world.db.reconciliationDifference.findFirstOrThrow();
  await expect(closeDifference(world, operator, { id: found.id, reason: " " })).rejects.toThrow(Invalid);
  await closeDifference(world, operator, { id: found.id, reason: "Paystack corrected it by hand." });
  expect(await openTasks(world)).toEqual([]);
  const audit = await world.db.auditEntry.findFirst({ where: { action: "reconciliation.closed" } });
  expect(audit).toMatchObject({ actor: operator.actor, reason: "Paystack corrected it by hand." });
  await expect(closeDifference(world, operator, { id: found.id, reason: "Again" })).rejects.toThrow(Invalid);
  expect(await reconcileDay(world, "paystack", day)).toMatchObject({ open: 0 });
  planted.more.set(id, 300);
  expect(await reconcileDay(world, "paystack", day)).toMatchObject({ open: 1 });
});

test("money that was booked days after the rail dates it is no difference once it is booked", async () => {
  const { world, pay } = await paystack();
  const id = await pay("user_1");
  const day = dayOf(world.clock.now());
  await world.db.paymentAttempt.update({
    where: { id },
    data: { paidAt: new Date(world.clock.now().getTime() - 5 * aDay) },
  });
  const books = await reconcileDay(world, "paystack", day);
  expect(books).toMatchObject({ open: 0 });
});

test("days that were missed are made up for, a week back at most", async () => {
  const { world } = await paystack();
  const hour = (at: Date) => new Date(`${dayOf(at)}T07:00:00.000Z`);
  world.clock.set(hour(world.clock.now()));
  await reconcileDue(world);
  world.clock.set(hour(new Date(world.clock.now().getTime() + 3 * aDay)));
  expect(await reconcileDue(world)).toEqual({ compared: 3, failed: 0 });
  world.clock.set(hour(new Date(world.clock.now().getTime() + 30 * aDay)));
  expect(await reconcileDue(world)).toEqual({ compared: 1, failed: 0 });
});

describe("a rail without a list", () => {
  test.each([
    ["pawapay", () => pawapay()],
    ["mtn_momo", () => mtnMomo()],
  ] as const)(
    "%s is asked what it holds: payments agree, a planted error is a task until it has a reason",
    async (rail, connect) => {
      const { world, pay, planted } = await connect();
      const operator = await newOperator(world);
      await reconcileDue(world);
      await pay("user_1");
      // Past the hour in which either side may be ahead.
      world.clock.advance(21 * 60 * 60 * 1000);
      await reconcileDue(world);
      expect(await openTasks(world)).toEqual([]);
      planted.balance = -250;
      world.clock.advance(21 * 60 * 60 * 1000);
      await reconcileDue(world);
      const [task] = await openTasks(world);
      expect(task?.[0]).toBe("balance_differs");
      const reading = (await listBalances(world, operator)).find((one) => one.state === "differs");
      expect(reading).toMatchObject({ rail, currency: "UGX", changeMinor: -250n });
      await reconcileDue(world);
      expect(await openTasks(world)).toHaveLength(1);
      const newest = (await listBalances(world, operator)).find((one) => one.state === "differs");
      if (!reading || !newest) throw new Error("There is no reading.");
      await expect(settleBalance(world, operator, { id: reading.id, reason: "Old" })).rejects.toThrow(
        Invalid,
      );
      await settleBalance(world, operator, { id: newest.id, reason: "The owner took 250." });
      expect(await openTasks(world)).toEqual([]);
      world.clock.advance(21 * 60 * 60 * 1000);
      await reconcileDue(world);
      expect(await openTasks(world)).toEqual([]);
    },
  );

  test("a file of it is compared line by line: what is missing, what differs, what is unknown", async () => {
    const { world, pay } = await pawapay();
    const operator = await newOperator(world);
    const [same, other, missing] = [await pay("user_1"), await pay("user_2"), await pay("user_3")];
    const unknown = randomUUID();
    const day = dayOf(world.clock.now());
    const file = [
      "Deposit ID,Status,Amount,Currency,Created At",
      `${same},COMPLETED,"50,000.00",UGX,${day} 12:00:00`,
      `${other},COMPLETED,49000,UGX,${day} 12:00:00`,
      `${randomUUID()},FAILED,50000,UGX,${day} 12:00:00`,
      `${unknown},COMPLETED,700,UGX,${day}T12:00:00+03:00`,
    ].join("\r\n");
    const result = await reconcileFile(world, operator, { rail: "pawapay", from: day, to: day, file });
    expect(result).toEqual({ days: 1, open: 3 });
    const run = await onlyRun(world, "pawapay");
    expect(run).toMatchObject({ source: "file", state: "differs", lines: 3 });
    const { differences } = await readReconciliation(world, operator, run.id, { skip: 0, take: 10 });
    expect(differences.map(({ ourId, kind }) => [ourId, kind]).sort()).toEqual(
      [
        [missing, "missing_at_rail"],
        [other, "amount_differs"],
        [unknown, "missing_in_books"],
      ].sort(),
    );
  });

  test("a file that cannot be read says which line, and changes nothing", async () => {
    const world = testWorld();
    const operator = await newOperator(world);
    const day = dayOf(world.clock.now());
    const head = "reference,amount,currency,date\n";
    const bad: [string, RegExp][] = [
      ["", /file_empty/],
      ["who,what\n1,2", /statement_columns/],
      [`${head}${randomUUID()},many,KES,${day}`, /statement_amount .*"2"/],
      [`${head}${randomUUID()},10.001,KES,${day}`, /statement_amount .*"2"/],
      [`${head}${randomUUID()},10,XXZ,${day}`, /statement_currency .*"2"/],
      [`${head}${randomUUID()},10,KES,yesterday`, /statement_time .*"2"/],
    ];
    for (const [file, problem] of bad) {
      const tried = reconcileFile(world, operator, { rail: "pawapay", from: day, to: day, file });
      const refused: unknown = await tried.catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Invalid);
      if (refused instanceof Invalid) expect(refused.message).toMatch(problem);
    }
    const days = { from: "2026-02-01", to: "2026-01-01", file: head };
    await expect(reconcileFile(world, operator, { rail: "pawapay", ...days })).rejects.toThrow(Invalid);
    expect((await listReconciliations(world, operator, { view: "all" }, { skip: 0, take: 5 })).total).toBe(0);
  });
});

test("only days that have begun are compared", async () => {
  const { world } = await paystack();
  const today = dayOf(world.clock.now());
  const operator = await newOperator(world);
  const tomorrow = dayOf(new Date(world.clock.now().getTime() + aDay));
  await expect(reconcileNow(world, operator, { rail: "paystack", day: tomorrow })).rejects.toThrow(Invalid);
  await expect(reconcileNow(world, operator, { rail: "paystack", day: "soon" })).rejects.toThrow(Invalid);
  expect(await reconcileNow(world, operator, { rail: "paystack", day: today })).toMatchObject({ open: 0 });
});

interface Connected<Provider extends EmulatedProvider> {
  world: RailWorld<Provider>;
  shop: TestStore;
  planted: Planted;
  /** Pays 50,000 to the end, and gives our id of the payment. */
  pay(ref: string): Promise<string>;
  break(isDown: boolean): void;
}

async function connected<
  Provider extends EmulatedProvider & { planted: Planted; switches: { down: boolean } },
>(
  world: RailWorld<Provider>,
  store: { country: string; currency: string },
  input: Partial<NewPayment>,
  card?: (id: string) => Promise<void>,
): Promise<Connected<Provider>> {
  open.push(world);
  const shop = await testStore(world, { store });
  await world.db.product.updateMany({
    where: { storeId: shop.store.id },
    data: { currency: store.currency },
  });
  const { planted, switches } = world.provider;
  return {
    ...{ world, shop, planted },
    async pay(ref) {
      const id = await press(world, shop, input, ref);
      await card?.(id);
      await world.later(6_000);
      await pollOpenAttempts(world);
      const { status } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
      expect(status).toBe("succeeded");
      return id;
    },
    break: (isDown) => {
      switches.down = isDown;
    },
  };
}

async function press(world: TestWorld, shop: TestStore, input: Partial<NewPayment>, ref = "user_1") {
  const { id } = await startPayment(world, shop.live, {
    id: randomUUID(),
    browser: "thepayersownbrowser000",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    method: "mobile_money",
    name: "Ann Payer",
    ...input,
  });
  return id;
}

async function giveBack(
  world: RailWorld<EmulatedProvider>,
  shop: TestStore,
  attemptId: string,
): Promise<void> {
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const input = { orderId, requestKey: randomUUID(), amountMinor: 20_000n, reason: "Asked for" };
  await requestRefund(world, shop.live, input);
  await workTransfers(world);
  await world.later(6_000);
  await workTransfers(world);
  const refund = await world.db.refund.findFirstOrThrow({ where: { orderId } });
  expect(refund.status).toBe("paid");
}

async function onlyRun(world: TestWorld, rail: string) {
  const rows = await world.db.reconciliation.findMany({ where: { rail } });
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error("Nothing was compared.");
  return row;
}

async function openTasks(world: TestWorld): Promise<[string, string][]> {
  const kind = { in: ["reconciliation_differs", "balance_differs"] };
  const rows = await world.db.task.findMany({ where: { kind, resolvedAt: null } });
  return rows.map((row) => [row.kind, row.subject]);
}

async function paystack() {
  const world = await railWorld(await startPaystack(ownTime()), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/paystack`;
    const { secretKey, url: baseUrl } = provider;
    return createPaystack({ secretKey, baseUrl, mailDomain: "payers.example.com", now: clock.now });
  });
  return connected(world, { country: "GH", currency: "GHS" }, { phone: "0551 234 987" });
}

async function flutterwave() {
  const world = await railWorld(await startFlutterwave(ownTime()), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/flutterwave`;
    const { secretKey, webhookHash, url: baseUrl } = provider;
    const more = { mailDomain: "payers.example.com", senderName: "Sente" };
    return createFlutterwave({ secretKey, webhookHash, baseUrl, now: clock.now, ...more });
  });
  return connected(world, { country: "KE", currency: "KES" }, { phone: "0709 456 789" });
}

async function stripe() {
  const world = await railWorld(await startStripe(ownTime()), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/stripe`;
    const { secretKey, webhookSecret, url: baseUrl } = provider;
    return createStripe({ secretKey, webhookSecret, baseUrl, now: clock.now });
  });
  const card = (id: string) => world.provider.pay(id, "4242424242424242");
  return connected(
    world,
    { country: "KE", currency: "KES" },
    { method: "card", email: "ann@example.com" },
    card,
  );
}

async function pawapay() {
  const world = await railWorld(await startPawapay(ownTime()), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/pawapay`;
    const { token: apiToken, url: baseUrl } = provider;
    return createPawapay({ apiToken, baseUrl, now: clock.now, requireSignedCallbacks: true });
  });
  return connected(world, { country: "UG", currency: "UGX" }, { phone: "0783 456 789" });
}

async function mtnMomo() {
  const world = await railWorld(await startMtnMomo(ownTime()), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/mtn_momo`;
    const { keys, targetEnvironment, url: baseUrl } = provider;
    return createMtnMomo({
      ...{ baseUrl, targetEnvironment, country: "UG", currency: "UGX", now: clock.now },
      ...{ collection: keys.collection, disbursement: keys.disbursement },
      callbackUrl: `${url}/api/rails/mtn_momo`,
    });
  });
  return connected(world, { country: "UG", currency: "UGX" }, { phone: "0783 456 789" });
}
