import { expect } from "vitest";
import { orderInclude } from "@/lib/db/rows";
import { hasAccess } from "@/lib/domain/subscription";
import { taxGoneBack } from "@/lib/domain/tax";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { readWallet } from "@/lib/services/core/ledger/hold";
import type { Cell, Way } from "./table";
import type { Paid, Walk } from "./walk";

/** What the database says of one store, before and after its money goes back. */
export type Seen = Awaited<ReturnType<typeof see>>;

export async function see(walk: Walk, { orderId, attemptId }: Paid) {
  const { world, shop } = walk;
  const { db } = world;
  const storeId = shop.store.id;
  const order = await db.order.findUniqueOrThrow({ where: { id: orderId }, include: orderInclude });
  const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const refunds = await db.refund.findMany({ where: { attemptId, status: "paid" } });
  const wallet = await readWallet(db, storeId, order.currency);
  const { pendingMinor, availableMinor, reservedMinor, refundInFlightMinor, debtMinor } = wallet;
  const where = { storeId };
  const subscription = await db.subscription.findFirst({ where });
  return {
    ...{ order, wallet, subscription },
    url: downloadUrlOf(world, order),
    invoice: await db.invoice.findFirst({ where }),
    worthMinor:
      pendingMinor +
      availableMinor +
      reservedMinor +
      refundInFlightMinor -
      debtMinor +
      (await directOf(walk, order.currency)),
    feeBackMinor: refunds.reduce((sum, one) => sum + one.feeBackMinor, attempt.reversedFeeMinor),
    consents: await db.renewalConsent.findMany({ where, orderBy: { id: "asc" } }),
    prices: await db.subscriptionPrice.findMany({ where, orderBy: { id: "asc" } }),
    codes: await db.deliverableCode.findMany({ where: { orderId }, select: { id: true, orderId: true } }),
    messages: (await db.message.findMany({ where })).map((one) => `${one.template} to ${one.recipient}`),
    alerts: (await db.alert.findMany({ where })).map(({ kind }) => kind),
    tasks: await db.task.findMany({
      where: { OR: [where, { details: { path: ["attempt"], equals: attemptId } }] },
    }),
  };
}

/** What came into accounts of the store's own, less what it owes us for that. */
async function directOf({ world, shop }: Walk, currency: string): Promise<bigint> {
  const where = { storeId: shop.store.id, currency };
  const rows = await world.db.ledgerAccount.findMany({ where, include: { balance: true } });
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance?.balanceMinor ?? 0n;
  return of("sales_direct") - of("fees_due");
}

/** All that the table says of a cell, as far as the database can say it. */
export function requireFollows(walk: Walk, before: Seen, after: Seen): void {
  money(walk.cell, before, after);
  bought(walk, before, after);
  consent(walk.cell, before, after);
  told(walk, before, after);
}

const statusAfter: Record<Way, "paid" | "partially_refunded" | "refunded"> = {
  part_refund: "partially_refunded",
  whole_refund: "refunded",
  refund_fails_late: "paid",
  reversal_part: "partially_refunded",
  reversal_whole: "refunded",
  dispute_open: "paid",
  dispute_won: "paid",
  dispute_lost: "refunded",
  dispute_fraud: "paid",
};

/** Money, fee and tax: each by the share that went back, half up, and none of it twice. */
function money(
  { source, way, around }: Cell,
  before: Seen,
  { order, wallet, worthMinor, feeBackMinor }: Seen,
) {
  const { totalMinor, feeMinor, taxMinor, netMinor } = order;
  const status = statusAfter[way];
  const backMinor = status === "paid" ? 0n : status === "refunded" ? totalMinor : totalMinor / 3n;
  const share = (minor: bigint) => (2n * minor * backMinor + totalMinor) / (2n * totalMinor);
  expect(order).toMatchObject({ paymentStatus: status, refundedMinor: backMinor });
  expect(feeBackMinor, "the fee that came back").toBe(share(feeMinor));
  // What the seller took themselves was never in the wallet.
  const fromWalletMinor = source === "recorded" ? 0n : backMinor - share(feeMinor);
  expect(before.worthMinor - worthMinor, "what the wallet lost").toBe(fromWalletMinor);
  expect(wallet.reservedMinor, "what is reserved").toBe(
    isOpen(way) && around !== "own_account" ? netMinor : 0n,
  );
  expect(wallet.suspenseMinor, "what is set aside").toBe(
    way.startsWith("reversal") ? 0n : before.wallet.suspenseMinor,
  );
  expect(taxMinor > 0n, "tax in the price").toBe(around === "tax");
  expect(taxGoneBack(order), "the tax that went back").toBe(share(taxMinor));
}

/** Access, its end, its price; the invoice; what is handed over or was delivered. */
function bought({ world, cell }: Walk, before: Seen, { order, subscription, invoice, ...after }: Seen) {
  const isAllGone = cell.way === "refund_fails_late" || statusAfter[cell.way] === "refunded";
  if (subscription) {
    const keeps = keepsAccess(cell);
    expect(hasAccess(subscription, world.clock.now()), "access").toBe(keeps);
    const lostMs = Number(before.subscription?.currentPeriodEnd) - Number(subscription.currentPeriodEnd);
    expect(lostMs > 0, "its time is shorter").toBe(isTaken(cell.way) && keeps);
    expect(subscription.amountMinor).toBe(before.subscription?.amountMinor);
  }
  expect(after.prices, "what was agreed").toEqual(before.prices);
  expect(after.codes, "codes stay used").toEqual(before.codes);
  if (invoice) expect(invoice.paidMinor).toBe(isTaken(cell.way) ? 0n : before.invoice?.paidMinor);
  if (cell.source === "product") expect(order.orderStatus === "cancelled").toBe(isAllGone);
  if (cell.source === "digital") {
    expect(before.codes).toHaveLength(1);
    expect(after.url === null, "the download is closed").toBe(order.paymentStatus === "refunded");
  }
}

function consent({ source, way, around }: Cell, before: Seen, after: Seen) {
  const live = before.consents.filter(({ endedAt }) => endedAt === null);
  expect(live).toHaveLength(source === "scheduled" || around === "kept_card" ? 1 : 0);
  const by = consentEnd(source, way);
  for (const { id } of live) expect(after.consents.find((one) => one.id === id)?.endedBy).toBe(by);
  const isByHand = live.length === 0 || by !== null;
  if (after.subscription) expect(after.subscription.renewalMode === "manual").toBe(isByHand);
}

function consentEnd(source: Cell["source"], way: Way): string | null {
  if (way === "part_refund") return null;
  if (way === "whole_refund" || way === "refund_fails_late") return "refunded";
  if (way.startsWith("dispute")) return "disputed";
  // The seller says that a record was wrong: no bank did anything.
  return source === "recorded" ? null : "reversed";
}

/** Who is told, by a message, an alert that is chosen, or a task. */
function told({ cell, shop }: Walk, before: Seen, after: Seen) {
  const { source, way, around } = cell;
  const isRefund = way.includes("refund");
  const isRecorded = source === "recorded";
  const hasEnded = after.subscription !== null && !keepsAccess(cell);
  const hadConsent = before.consents.some(({ endedAt }) => endedAt === null);
  const payer = around === "paid_by_other" ? "cousin@example.com" : "ann@example.com";
  const messages = [
    ...(isRefund ? [`${isRecorded ? "refund_by_hand" : "refund_done"} to ${payer}`] : []),
    ...(way === "refund_fails_late" ? [`refund_came_back to ${shop.owner.email}`] : []),
    ...(way.startsWith("dispute") ? [`payment_disputed to ${shop.owner.email}`] : []),
    ...(!isRefund && !isRecorded && hadConsent ? ["renewal_disputed_off to ann@example.com"] : []),
    ...(hasEnded ? ["subscription_cancelled_at_once to ann@example.com"] : []),
  ];
  expect(sorted(fresh(before.messages, after.messages))).toEqual(sorted(messages));
  const alerts = [
    ...(isRecorded ? [] : (alertsOf[way] ?? [])),
    ...(hasEnded ? ["alert_subscription_cancelled"] : []),
  ];
  expect(sorted(fresh(before.alerts, after.alerts))).toEqual(sorted(alerts));
  const isUnnamed = around === "suspense" && way.startsWith("reversal");
  const tasks = [
    ...(isRecorded ? [] : (tasksOf[way] ?? [])),
    ...(isUnnamed ? ["reversal_unnamed", "reversal_unnamed"] : []),
  ];
  const made = after.tasks.filter(({ id }) => !before.tasks.some((one) => one.id === id));
  expect(sorted(made.map(({ kind }) => kind))).toEqual(sorted(tasks));
  for (const { kind, resolvedAt } of made)
    if (kind === "payment_disputed") expect(resolvedAt === null, "the task is open").toBe(isOpen(way));
}

const alertsOf: Partial<Record<Way, string[]>> = {
  part_refund: ["alert_refund_done"],
  whole_refund: ["alert_refund_done"],
  refund_fails_late: ["alert_refund_done"],
  reversal_part: ["alert_payment_reversed"],
  reversal_whole: ["alert_payment_reversed"],
  dispute_won: ["alert_dispute_won"],
  dispute_lost: ["alert_dispute_lost"],
};

const tasksOf: Partial<Record<Way, string[]>> = {
  refund_fails_late: ["refund_came_back"],
  reversal_part: ["payment_reversed"],
  reversal_whole: ["payment_reversed"],
  dispute_open: ["payment_disputed"],
  dispute_won: ["payment_disputed"],
  dispute_lost: ["payment_disputed", "payment_reversed"],
  dispute_fraud: ["payment_disputed"],
};

/** A refund of all ends it, for the walk's seller says so; a reversal takes what its money bought and leaves the rest. */
function keepsAccess({ source, way, around }: Cell): boolean {
  if (way === "whole_refund" || way === "refund_fails_late") return false;
  if (!isTaken(way)) return true;
  if (source === "change") return around !== "import";
  return source !== "first" || around === "change_credit";
}

function isTaken(way: Way): boolean {
  return way === "reversal_whole" || way === "dispute_lost";
}

function isOpen(way: Way): boolean {
  return way === "dispute_open" || way === "dispute_fraud";
}

/** What came since, of a list that only grows. */
function fresh(before: string[], after: string[]): string[] {
  const left = [...before];
  return after.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function sorted(names: string[]): string[] {
  return names.toSorted();
}
