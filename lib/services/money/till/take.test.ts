import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkBooks } from "@/lib/testing/check-books";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { later, paidPayment } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { booksOf, tillStore } from "@/lib/testing/till";
import { settle } from "../settlement/settle";
import { lockCandidates } from "./candidates";
import { payableNamed } from "./payable";
import { takeTillPayment } from "./take";

const world = await openStage();
let shop: Awaited<ReturnType<typeof tillStore>>;

beforeEach(async () => {
  shop = await tillStore(world);
});
// Whatever a test did, the books are right after it, and no wallet has anything of it.
afterEach(async () => {
  await world.settled();
  expect(await checkLedger(world)).toEqual([]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  expect(await checkBooks(world, shop.store.id)).toEqual([]);
});

const books = () => booksOf(world, shop.store.id);
const tasks = async () => {
  const rows = await world.db.task.findMany({ where: { storeId: shop.store.id, resolvedAt: null } });
  return rows.map(({ kind, details }) => ({ kind, ...(details as Record<string, unknown>) }));
};
const owed = async (body: Record<string, unknown> = {}) => {
  const { id } = await testInvoice(world, shop.live, body);
  return { id, number: await shop.number({ kind: "invoice", id }) };
};
const paidOf = async (id: number) => (await world.db.invoice.findUniqueOrThrow({ where: { id } })).paidMinor;

describe("a number that names an invoice", () => {
  test("pays it at once, and the money is the seller's own", async () => {
    const { id, number } = await owed();
    const paidAt = new Date(world.clock.now().getTime() - 3_600_000);
    expect(await shop.pay({ typed: number, at: paidAt })).toMatchObject({ kind: "booked" });
    expect(await paidOf(id)).toBe(50_000n);
    expect(await books()).toEqual({ own_account: 50_000n, sales_direct: 50_000n, fees_due: 750n });
    const order = await world.db.order.findFirstOrThrow({ where: { invoiceId: id } });
    expect(order).toMatchObject({ ownAccount: shop.key, paymentStatus: "paid", paidAt });
    expect(await tasks()).toEqual([]);
  });

  test("pays a part of it where it takes parts", async () => {
    const { id, number } = await owed({ allow_part_payment: true });
    await shop.pay({ typed: number, minor: 20_000n });
    expect(await paidOf(id)).toBe(20_000n);
    await shop.pay({ typed: `${number.slice(0, 2)} ${number.slice(2)}`, minor: 30_000n });
    expect(await paidOf(id)).toBe(50_000n);
  });

  test("sets too little and too much aside, in the account and in no wallet", async () => {
    const { id, number } = await owed();
    await shop.pay({ typed: number, minor: 49_000n });
    expect(await tasks()).toMatchObject([{ kind: "suspense", reason: "underpaid" }]);
    await shop.pay({ typed: number, minor: 51_000n });
    expect(await paidOf(id)).toBe(0n);
    expect(await books()).toEqual({ own_account: 100_000n, suspense: 100_000n });
    expect((await tasks()).map((task) => ("reason" in task ? task.reason : null)).sort()).toEqual([
      "overpaid",
      "underpaid",
    ]);
  });

  test("sends back what comes twice, and what comes for a cancelled one", async () => {
    const { id, number } = await owed();
    await shop.pay({ typed: number });
    await shop.pay({ typed: number });
    expect(await paidOf(id)).toBe(50_000n);
    const reasons = await world.db.refund.findMany({ where: { storeId: shop.store.id } });
    expect(reasons).toMatchObject([{ reason: "paid_twice", amountMinor: 50_000n }]);
    const other = await owed();
    await cancelInvoice(world, shop.seller, other.id);
    await shop.pay({ typed: other.number });
    expect(await world.db.refund.count({ where: { storeId: shop.store.id, reason: "cancelled" } })).toBe(1);
    await later(world, 4_000);
  });
});

describe("one receipt is booked once", () => {
  test("however often, and from however many doors at once", async () => {
    const { id, number } = await owed();
    const payment = shop.till({ typed: number });
    const all = await Promise.all(Array.from({ length: 4 }, () => takeTillPayment(world, payment)));
    expect(all.map(({ kind }) => kind).sort()).toEqual(["booked", "known", "known", "known"]);
    expect(await paidOf(id)).toBe(50_000n);
    expect(await books()).toMatchObject({ own_account: 50_000n });
  });

  test("also under another number or without one", async () => {
    const one = await owed();
    const other = await owed();
    const payment = shop.till({ typed: one.number });
    await takeTillPayment(world, payment);
    expect(await takeTillPayment(world, { ...payment, typed: other.number })).toMatchObject({
      kind: "known",
    });
    expect(await takeTillPayment(world, { ...payment, typed: null })).toMatchObject({ kind: "known" });
    expect(await books()).toMatchObject({ own_account: 50_000n });
  });

  test("that waits for its seller is booked once its number is told", async () => {
    const { id, number } = await owed();
    const payment = shop.till();
    expect(await takeTillPayment(world, payment)).toMatchObject({ kind: "asked" });
    expect(await takeTillPayment(world, payment)).toMatchObject({ kind: "known", attemptId: null });
    expect(await books()).toEqual({});
    expect(await takeTillPayment(world, { ...payment, typed: number })).toMatchObject({ kind: "booked" });
    expect(await paidOf(id)).toBe(50_000n);
    expect(await tasks()).toEqual([]);
  });
});

describe("beside a payment that we asked for", () => {
  const invoicePrompt = (id: number) =>
    press(world, shop, { for: { kind: "invoice", invoiceId: id, amount: null }, phone: "0772 123 111" });

  test("it is that payment: its page turns green, and its own callback is no news", async () => {
    const { id, number } = await owed();
    const attempt = await invoicePrompt(id);
    expect(await shop.pay({ typed: number, at: world.clock.now() })).toEqual({
      kind: "booked",
      attemptId: attempt.id,
    });
    const row = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
    expect(row).toMatchObject({ status: "succeeded", suspenseReason: null });
    const { receipt } = row;
    const amount = { minor: 50_000n, currency: "UGX" };
    const answer = { railRef: "ws_CO_1", receipt: receipt ?? "", amount, paidAt: world.clock.now() };
    const settlement = { ...answer, method: "mobile_money" as const };
    expect(await settle(world, attempt.id, { kind: "succeeded", settlement })).toMatchObject({
      did: "ignore",
    });
    expect(await paidOf(id)).toBe(50_000n);
    expect(await books()).toMatchObject({ own_account: 50_000n });
  });

  test("a prompt that failed does not keep the till from paying, and nobody has to look why", async () => {
    const { id, number } = await owed();
    const attempt = await press(world, shop, {
      ...{ for: { kind: "invoice", invoiceId: id, amount: null }, phone: "0772 123 029" },
    });
    await later(world, 30_000);
    await world.db.paymentAttempt.update({ where: { id: attempt.id }, data: { status: "failed" } });
    await shop.pay({ typed: number, at: world.clock.now() });
    expect(await paidOf(id)).toBe(50_000n);
    expect(await tasks()).toEqual([]);
  });

  test("its own receipt, told at the till after it was paid, is known", async () => {
    const { orderId, attemptId } = await paidPayment(world, shop);
    const { receipt } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const number = await shop.number({ kind: "subscription", id: subscriptionId ?? "" });
    const told = shop.till({ receipt: receipt ?? "", typed: number });
    expect(await takeTillPayment(world, told)).toEqual({ kind: "known", attemptId });
    expect(await books()).toMatchObject({ own_account: 50_000n });
  });
});

test("a subscriber's number renews, once for each payment", async () => {
  const { orderId } = await paidPayment(world, shop);
  const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const id = subscriptionId ?? "";
  const before = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  await later(world, 10 * 60_000);
  await shop.pay({ typed: await shop.number({ kind: "subscription", id }), at: world.clock.now() });
  const after = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  expect(after.paymentsCount).toBe(before.paymentsCount + 1);
  expect(after.currentPeriodEnd > before.currentPeriodEnd).toBe(true);
  expect(await books()).toMatchObject({ own_account: 100_000n, sales_direct: 100_000n });
});

test("of a link that many pay with the same amount only what has no receipt yet is looked at", async () => {
  const link = await createPaymentLink(
    world,
    shop.seller,
    NewPaymentLink.parse({ title: "Tea", amount: 50_000, is_reusable: true }),
  );
  const number = await shop.number({ kind: "link", id: link.id });
  for (let nth = 0; nth < 5; nth += 1) await shop.pay({ typed: number });
  const seen = shop.till({ typed: number });
  const found = await transact(world, async (unit) => {
    const payable = await payableNamed(unit, shop.live, seen);
    return payable && lockCandidates(unit, payable, seen);
  });
  expect(found).toEqual([]);
});

test("a link's number pays the link, for whoever the network names", async () => {
  const link = await createPaymentLink(
    world,
    shop.seller,
    NewPaymentLink.parse({ title: "Choir fee", amount: 50_000, is_reusable: true }),
  );
  const typed = await shop.number({ kind: "link", id: link.id });
  await shop.pay({ typed });
  await shop.pay({ typed, name: "PETER K." });
  const row = await world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } });
  expect(row).toMatchObject({ paymentsCount: 2, totalPaidMinor: 100_000n });
  const names = await world.db.order.findMany({
    where: { paymentLinkId: link.id },
    include: { customer: true },
  });
  expect(names.map(({ customer }) => customer.name).sort()).toEqual(["AMINA O.", "PETER K."]);
});

describe("without a number, or with an unknown one", () => {
  test("nothing is booked, and the seller is asked", async () => {
    await shop.pay({ typed: "rent june" });
    await shop.pay({ phone: null, name: null });
    expect(await books()).toEqual({});
    expect((await tasks()).map((task) => ("why" in task ? task.why : null)).sort()).toEqual([
      "no_number",
      "unknown_number",
    ]);
  });

  test("exactly one open order of that amount from that phone is a suggestion, and no more", async () => {
    await press(world, shop, { phone: "0772 123 789" });
    const { number } = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
    const total = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
    const minor = total.totalMinor;
    await shop.pay({ minor, phone: "0772***789", at: world.clock.now() });
    expect(await tasks()).toMatchObject([{ kind: "till_payment", order: number }]);
    await shop.pay({ minor, phone: "0773***789", at: world.clock.now() });
    await shop.pay({ minor: minor + 1n, phone: "0772***789", at: world.clock.now() });
    expect((await tasks()).filter((task) => "order" in task)).toHaveLength(1);
    await press(world, shop, {
      phone: "0772 999 789",
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_2" },
    });
    await shop.pay({ minor, phone: "0772***789", at: world.clock.now() });
    expect((await tasks()).filter((task) => "order" in task)).toHaveLength(1);
    expect(await books()).toEqual({});
  });
});

test("an account that no store has takes nothing", async () => {
  await expect(shop.pay({ account: "sandbox:nosuchone" })).rejects.toThrow(NotFound);
});
