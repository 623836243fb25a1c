import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { reconcileDay } from "@/lib/services/desk/reconciliation/run";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { later } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { booksOf, tillStore } from "@/lib/testing/till";
import { payAtTill } from "../checkout/pages/play-sandbox";
import { pollOpenAttempts } from "../settlement/poll";

const world = await openStage();
let shop: Awaited<ReturnType<typeof tillStore>>;
let number: string;

beforeEach(async () => {
  shop = await tillStore(world);
  number = world.rails.own?.find(shop.key)?.till?.number ?? "";
});
afterEach(async () => {
  await world.settled();
  expect(await checkLedger(world)).toEqual([]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

const pay = (account: string, amount: string) =>
  payAtTill(world, "256772123789", { number, account, amount });
const owed = async () => {
  const { id } = await testInvoice(world, shop.live);
  return { id, account: await shop.number({ kind: "invoice", id }) };
};
const paidOf = async (id: number) => (await world.db.invoice.findUniqueOrThrow({ where: { id } })).paidMinor;
const whys = async () => {
  const rows = await world.db.tillPayment.findMany({ where: { storeId: shop.store.id, attemptId: null } });
  return rows.map(({ why }) => why);
};

describe("from the simulated phone", () => {
  test("the right number and amount pay, by a callback to the account's own address", async () => {
    const { id, account } = await owed();
    const before = world.answered.length;
    expect(await pay(account, "50000")).toMatchObject({ kind: "paid" });
    expect(world.answered.length).toBe(before + 2);
    expect(await paidOf(id)).toBe(50_000n);
    expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 50_000n });
  });

  test("a wrong amount is set aside; no number, or an unknown one, is asked about", async () => {
    const { id, account } = await owed();
    await pay(account, "40,000");
    expect(await paidOf(id)).toBe(0n);
    expect(await booksOf(world, shop.store.id)).toEqual({ own_account: 40_000n, suspense: 40_000n });
    await pay("", "50000");
    await pay("12345", "50000");
    expect((await whys()).sort()).toEqual(["no_number", "unknown_number"]);
  });

  test("a number that nobody has, and no amount, pay nothing", async () => {
    expect(await payAtTill(world, "256772123789", { number: "1", account: "", amount: "5" })).toEqual({
      kind: "nobody",
    });
    expect(await pay("", "0")).toEqual({ kind: "no_amount" });
    expect(await payAtTill(world, "12", { number, account: "", amount: "5" })).toBeNull();
  });

  test("an account that refuses says so before money moves; one that does not takes everything", async () => {
    const { id, account } = await owed();
    await world.db.railAccount.update({ where: { key: shop.key }, data: { tillRefuses: true } });
    expect(await pay("12345", "50000")).toEqual({ kind: "unknown_number" });
    expect(await pay(account, "49000")).toEqual({ kind: "wrong_amount" });
    expect(await world.db.tillPayment.count({ where: { storeId: shop.store.id } })).toBe(0);
    expect(await pay(account, "50000")).toMatchObject({ kind: "paid" });
    expect(await paidOf(id)).toBe(50_000n);
  });
});

test("a prompt that never came and was paid at the till goes back whole, and its rail's list agrees", async () => {
  const { id, account } = await owed();
  const attempt = await press(world, shop, { for: { kind: "invoice", invoiceId: id, amount: null } });
  await pay(account, "50000");
  const row = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
  expect(row).toMatchObject({ status: "succeeded", receipt: expect.stringMatching(/^SBT/) });
  // The prompt is approved all the same: that is a second payment, under its own receipt.
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 100_000n, suspense: 50_000n });
  await later(world, 4_000);
  const day = world.clock.now().toISOString().slice(0, 10);
  world.clock.advance(24 * 3_600_000);
  expect(await reconcileDay(world, shop.key, day)).toMatchObject({ kind: "compared", open: 0 });
});

test("what came twice at the till goes back to its payer by its receipt", async () => {
  const { account } = await owed();
  await pay(account, "50000");
  await pay(account, "50000");
  await later(world, 1_000);
  await later(world, 10_000);
  const refunds = await world.db.refund.findMany({ where: { storeId: shop.store.id } });
  expect(refunds).toMatchObject([{ status: "paid", reason: "paid_twice" }]);
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 50_000n });
});
