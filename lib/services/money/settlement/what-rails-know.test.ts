import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PaymentRail, RefundRequest } from "@/lib/providers/rails/port";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { compareDay } from "@/lib/services/desk/reconciliation/compare-day";
import { reconcileDay } from "@/lib/services/desk/reconciliation/run";
import { openShop } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { requestRefund } from "../out/refunds/request";
import { pollOpenAttempts } from "./poll";
import { settle } from "./settle";

// For rails that keep little: what they are told again, and what they say late.

const { world, shop } = await openShop(sellingStore);
const attemptOf = (id: string) => world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });

/** The rail says that it was paid; the receipt comes with it, or later. */
async function comes(attemptId: string, receipt?: string, more: { railRef?: string } = {}) {
  const { railRef } = await attemptOf(attemptId);
  const amount = { minor: 50_000n, currency: "UGX" };
  const said = { railRef: railRef ?? "", ...more, receipt, amount, paidAt: world.clock.now() };
  return settle(world, attemptId, { kind: "succeeded", settlement: { ...said, method: "mobile_money" } });
}

test("a status is asked for with what was asked for, and when", async () => {
  const seen: Parameters<PaymentRail["chargeStatus"]>[0][] = [];
  const chargeStatus: PaymentRail["chargeStatus"] = async (ref) => {
    seen.push(ref);
    return { kind: "pending" };
  };
  const on = withRail(world, { chargeStatus });
  const { id } = await press(on, shop, { id: randomUUID(), phone: "0772 123 129" });
  on.clock.advance(5_000);
  await pollOpenAttempts(on);
  const { createdAt: at } = await attemptOf(id);
  const asked = { amount: { minor: 50_000n, currency: "UGX" }, at };
  expect(seen.find(({ attemptId }) => attemptId === id)).toMatchObject({ asked });
});

test("a receipt that comes after the payment is written down, once, and is no second payment", async () => {
  const { id } = await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
  await comes(id);
  expect(await attemptOf(id)).toMatchObject({ status: "succeeded", receipt: null });
  await comes(id, "NLJ7RT61SV");
  expect(await attemptOf(id)).toMatchObject({ receipt: "NLJ7RT61SV" });
  // The same payment, found by another way under another reference.
  await comes(id, "NLJ7RT61SV", { railRef: "another-name-of-it" });
  expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({ suspenseMinor: 0n });
});

test("a refund names the payment: its amount, its receipt, its phone, and what went back in other refunds", async () => {
  const seen: RefundRequest[] = [];
  const refund: PaymentRail["refund"] = async (request) => {
    seen.push(request);
    return { kind: "succeeded", railRef: request.refundId, at: world.clock.now() };
  };
  const on = withRail(world, { refund });
  const { orderId, attemptId } = await paidPayment(world, shop);
  const { receipt } = await attemptOf(attemptId);
  for (const amountMinor of [10_000n, 5_000n])
    await requestRefund(on, shop.seller, { orderId, reason: "Part", requestKey: randomUUID(), amountMinor });
  const payment = { amount: { minor: 50_000n, currency: "UGX" }, receipt, phone: "+256772123789" };
  expect(seen.map((one) => one.payment)).toEqual([
    { ...payment, back: { minor: 0n, currency: "UGX" } },
    { ...payment, back: { minor: 10_000n, currency: "UGX" } },
  ]);
});

test("a line of a statement without an id of ours is known by its receipt", async () => {
  const { attemptId } = await paidPayment(world, shop);
  const { receipt, paidAt } = await attemptOf(attemptId);
  const at = paidAt ?? new Date(0);
  const line = { op: "charge", ourId: null, currency: "UGX", at } as const;
  const lines = [
    { ...line, railRef: "1", receipt: receipt ?? "", minor: 49_000n },
    { ...line, railRef: "2", receipt: "of-somebody-else", minor: 900n },
  ];
  const day = at.toISOString().slice(0, 10);
  const { foreign, differences } = await compareDay(world, "sandbox", day, { holds: ["charge"], lines });
  expect(foreign).toBe(1);
  expect(differences.filter(({ ourId }) => ourId === attemptId)).toMatchObject([
    { kind: "amount_differs", railMinor: 49_000n, booksMinor: 50_000n },
  ]);
});

test("a day that a list no longer holds whole is not compared with it", async () => {
  const since = new Date("2026-03-01T12:00:00Z");
  const on = withRail(world, { statement: async () => ({ holds: ["charge"], lines: [], since }) });
  expect(await reconcileDay(on, "sandbox", "2026-03-01")).toEqual({ kind: "failed" });
  expect(await reconcileDay(on, "sandbox", "2026-03-03")).toMatchObject({ kind: "compared" });
});
