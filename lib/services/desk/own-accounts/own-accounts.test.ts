import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { reconcileDay } from "@/lib/services/desk/reconciliation/run";
import { quoteRefund } from "@/lib/services/money/out/refunds/quote";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { recordDisputes } from "@/lib/services/money/settlement/disputes/record";
import { settle } from "@/lib/services/money/settlement/settle";
import { acceptSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, testPassword as password, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { statementsOfSettling } from "@/lib/testing/statements";
import { readOwn, removeAccount, saveAccount, setWays, switchAccount } from "./connect";
import { openOwnAccounts } from "./open";
import { listAccounts } from "./read";

const { world, shop } = await openShop(sellingStore);

const connect = (label = "Till in Ntinda", by = shop.seller) =>
  saveAccount(world, by, { rail: "sandbox", livemode: true, label, credentials: {}, password });
const wallet = () => readWallet(world.db, shop.store.id, "UGX");

/** What the books of the store say, by kind of account. */
async function books(storeId = shop.store.id): Promise<Record<string, bigint>> {
  const rows = await world.db.ledgerAccount.findMany({ where: { storeId }, include: { balance: true } });
  const shown = rows.filter(({ balance }) => balance?.balanceMinor !== 0n);
  return Object.fromEntries(shown.map(({ kind, balance }) => [kind, balance?.balanceMinor ?? 0n]));
}

test("no address of an account holds a word that a provider refuses in addresses", async () => {
  // The number whose last digits read "sql", then chance again.
  const sql = Buffer.concat([Buffer.alloc(44), Buffer.from([0, 3, 0x37, 0x9f])]);
  let drawn = 0;
  const bytes = (count: number) => {
    drawn += count === 48 ? 1 : 0;
    return count === 48 && drawn === 1 ? sql : world.random.bytes(count);
  };
  const account = { rail: "sandbox", livemode: true, label: "Till", credentials: {}, password };
  await saveAccount({ ...world, random: { ...world.random, bytes } }, shop.seller, account);
  expect(drawn).toBe(2);
});

describe("a payment into an account of the store's own", () => {
  test("is the seller's at once: no wallet has it and nothing is held; the service's fee is owed", async () => {
    const { key } = await connect();
    const { attemptId, orderId } = await paidPayment(world, shop);
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    expect(attempt).toMatchObject({ rail: key, status: "succeeded" });
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ paymentStatus: "paid", ownAccount: key });
    expect(await books()).toEqual({ own_account: 50_000n, sales_direct: 50_000n, fees_due: 750n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n });
    world.clock.advance(world.config.walletHoldMs);
    expect(await releaseHeld(world)).toMatchObject({ released: 0 });
  });

  test("takes one statement more than one into the wallet, which names it for all doors of the till: at most 19", async () => {
    const pressed = () => press(world, shop, { phone: "0772 123129" });
    const cost = async () => statementsOfSettling(world, (await pressed()).id);
    // The first payment into either opens its accounts in the ledger.
    await cost();
    const intoWallet = await cost();
    await connect();
    await cost();
    const intoOwn = await cost();
    expect(intoOwn - intoWallet).toBeLessThanOrEqual(1);
    expect(intoOwn).toBeLessThanOrEqual(19);
  });

  test("goes back from there, whatever the wallet has", async () => {
    await connect();
    const { orderId } = await paidPayment(world, shop);
    await requestRefund(world, shop.seller, { orderId, reason: "Wrong size", requestKey: randomUUID() });
    expect(await books()).toEqual({ own_account: 50_000n, refund_in_flight: 50_000n });
    await later(world, 4_000);
    expect(await books()).toEqual({});
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  });

  test("whose rail cannot send it back is given back by hand, and that is recorded", async () => {
    await connect();
    const { orderId } = await paidPayment(world, shop);
    const { capabilities } = world.sandbox.rail;
    const unable = withRail(world, { capabilities: { ...capabilities, refund: "none" } });
    expect(await quoteRefund(unable, shop.live, { orderId, amount: "" })).toMatchObject({ isByHand: true });
    const wish = { orderId, reason: "Wrong size", amountMinor: 20_000n, requestKey: randomUUID() };
    await requestRefund(unable, shop.seller, wish);
    expect(await books()).toEqual({ own_account: 30_000n, sales_direct: 30_000n, fees_due: 450n });
    await requestRefund(unable, shop.seller, { orderId, reason: "The rest", requestKey: randomUUID() });
    expect(await books()).toEqual({});
    const refunds = await world.db.refund.findMany({ where: { orderId } });
    expect(refunds).toMatchObject([{ status: "paid" }, { status: "paid" }]);
    expect(await world.db.sandboxRecord.count({ where: { id: { in: refunds.map(({ id }) => id) } } })).toBe(
      0,
    );
  });

  test("is compared with the list of its rail; what differs is asked of its owner, and With you says so", async () => {
    const { key } = await connect();
    await paidPayment(world, shop);
    const day = world.clock.now().toISOString().slice(0, 10);
    world.clock.advance(24 * 3_600_000);
    expect(await reconcileDay(world, key, day)).toMatchObject({ kind: "compared", open: 0 });
    expect((await listAccounts(world, shop.seller))[0]).toMatchObject({ compared: { agrees: true } });
    const silent = withRail(world, { statement: async () => ({ lines: [], holds: ["charge"] }) });
    expect(await reconcileDay(silent, key, day)).toMatchObject({ open: 1 });
    expect((await listAccounts(world, shop.seller))[0]).toMatchObject({ compared: { agrees: false } });
    const mine = { storeId: shop.store.id, kind: "own_reconciliation_differs", resolvedAt: null };
    expect(await world.db.task.count({ where: mine })).toBe(1);
    await reconcileDay(world, key, day);
    expect(await world.db.task.count({ where: mine })).toBe(0);
  });

  test("that its bank takes back leaves no debt, and a dispute reserves nothing", async () => {
    await connect();
    const { attemptId } = await paidPayment(world, shop);
    const amount = { minor: 50_000n, currency: "UGX" };
    const dispute = { ref: "dp_1", state: "open" as const, amount };
    await recordDisputes(world, attemptId, [dispute]);
    expect(await books()).toMatchObject({ own_account: 50_000n, sales_direct: 50_000n });
    const railRef = `sbx_${attemptId}`;
    await settle(world, attemptId, {
      kind: "reversed",
      settlement: { railRef, amount, paidAt: world.clock.now(), method: "mobile_money" },
    });
    expect(await books()).toEqual({});
  });

  test("of another amount is set aside, and accepted into the same account", async () => {
    await connect();
    const { id } = await press(world, shop, { phone: "0772 123 779" });
    const answer = { railRef: `sbx_${id}`, paidAt: world.clock.now(), method: "mobile_money" as const };
    const amount = { minor: 49_999n, currency: "UGX" };
    await settle(world, id, { kind: "succeeded", settlement: { ...answer, amount } });
    expect(await books()).toEqual({ own_account: 49_999n, suspense: 49_999n });
    await acceptSuspense(world, shop.seller, id);
    expect(await books()).toMatchObject({ own_account: 49_999n, sales_direct: 49_999n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n });
  });
});

describe("an account", () => {
  test("takes the ways that no other of its store takes, and a way goes from one to another", async () => {
    const first = await connect();
    const second = await connect("Till in Wandegeya");
    const ways = async (key: string) => (await readOwn(world, shop.seller, key)).ways;
    expect(await ways(first.key)).toEqual(["mobile_money/UG/UGX", "card/UG/UGX"]);
    expect(await ways(second.key)).toEqual([]);
    await setWays(world, shop.seller, second.key, ["mobile_money/UG/UGX"]);
    expect(await ways(first.key)).toEqual(["card/UG/UGX"]);
    const { attemptId } = await paidPayment(world, shop);
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    expect(attempt.rail).toBe(second.key);
  });

  test("that is off takes nothing new, and the wallet does again", async () => {
    const { key } = await connect();
    await switchAccount(world, shop.seller, { key, on: false, password });
    const { attemptId } = await paidPayment(world, shop);
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    expect(attempt.rail).toBe("sandbox");
  });

  test("is taken off only when it is off and nothing is under way with it", async () => {
    const { key } = await connect();
    await press(world, shop, { phone: "0772 123 209" });
    await switchAccount(world, shop.seller, { key, on: false, password });
    world.clock.advance(30_000);
    await refused(removeAccount(world, shop.seller, { key, password }), {
      form: [expect.objectContaining({ code: "rail_under_way" })],
    });
  });

  test("is its store's alone, and only an owner's with the password", async () => {
    const { key } = await connect();
    const other = await sellingStore(world);
    const switching = { key, on: false, password };
    await expect(switchAccount(world, other.seller, switching)).rejects.toThrow();
    await expect(switchAccount(world, { ...shop.seller, role: "admin" }, switching)).rejects.toThrow();
    await refused(switchAccount(world, shop.seller, { ...switching, password: "wrong" }), {
      password: [expect.anything()],
    });
  });
});

test("what one machine connected has its till at once on the page of another", async () => {
  const other = await sellingStore(world);
  await connect("Till in Kisaasi", other.seller);
  const own = openOwnAccounts(world, {}, world.rails.sandbox);
  const there = { ...world, rails: { ...world.rails, own } };
  const [account] = await listAccounts(there, other.seller);
  expect(account?.till).not.toBe(null);
});
