import type { OrderRow } from "@/lib/db/rows";
import { formatMoney } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import { maskedPhone } from "@/lib/providers/phone";
import type { Caller } from "../caller";
import { entry, eventsAbout, type HistoryEntry, messagesAbout, namesOf } from "../history/entries";
import type { World } from "../world";
import { reasonWords } from "./reason-words";

const max = 200;

/** Everything that happened to an order, oldest first: attempts, callbacks, refunds, messages, events, what people did. */
export async function readOrderHistory(
  world: World,
  caller: Caller,
  order: OrderRow,
): Promise<HistoryEntry[]> {
  const parts = await Promise.all([
    attemptsOf(world, order),
    callbacksOf(world, order),
    refundsOf(world, caller, order),
    messagesAbout(world, order, `order/${order.id}`),
    eventsAbout(world, order, `order/${order.id}`),
    actsOf(world, caller, order),
  ]);
  return parts.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function attemptsOf(world: World, order: OrderRow): Promise<HistoryEntry[]> {
  const attempts = await world.db.paymentAttempt.findMany({
    where: { orderId: order.id, storeId: order.storeId },
    orderBy: { createdAt: "asc" },
    take: max,
  });
  return attempts.flatMap((attempt) => {
    const phone = attempt.phoneSealed ? maskedPhone(world.secrets.open(attempt.phoneSealed)) : null;
    const way = attempt.network ? networkOf(attempt.network)?.displayName : attempt.method.replace("_", " ");
    const amount = formatMoney({ minor: attempt.amountMinor, currency: attempt.currency });
    const asked = `Asked to pay ${amount} by ${[way, phone].filter(Boolean).join(", ")}`;
    const href = `/attempt/${attempt.token}`;
    const start = entry(`${attempt.id}/start`, attempt.createdAt, "plain", asked, "Payer", href);
    const end = endOf(attempt);
    return end ? [start, entry(`${attempt.id}/end`, end.at, end.tone, end.what, "Provider")] : [start];
  });
}

function endOf(attempt: {
  status: string;
  settledAt: Date | null;
  failureReason: string | null;
  suspenseReason: string | null;
  receipt: string | null;
}): { at: Date; tone: HistoryEntry["tone"]; what: string } | null {
  const { status, settledAt: at, failureReason, suspenseReason, receipt } = attempt;
  if (!at) return null;
  if (status === "failed")
    return { at, tone: "bad", what: `Not paid: ${reasonWords(failureReason ?? "unknown")}` };
  if (status === "reversed") return { at, tone: "bad", what: "Paid, and later taken back by the provider" };
  if (suspenseReason === "paid_twice")
    return { at, tone: "warn", what: "Paid a second time; the second payment goes back" };
  if (suspenseReason)
    return { at, tone: "warn", what: `Money came and was set aside: ${suspenseReason.replaceAll("_", " ")}` };
  return { at, tone: "ok", what: `Paid${receipt ? `, receipt ${receipt}` : ""}` };
}

async function callbacksOf(world: World, order: OrderRow): Promise<HistoryEntry[]> {
  const { rows } = await world.pool.query<{ id: string; rail: string; received_at: Date; op: string }>(
    `SELECT c.id, c.rail, c.received_at, c.event->>'op' AS op FROM rail_callbacks c
     WHERE c.received_at >= $2 AND c.event->>'ourId' IN (
       SELECT id::text FROM payment_attempts WHERE order_id = $1
       UNION ALL SELECT id::text FROM refunds WHERE order_id = $1)
     ORDER BY c.id LIMIT ${max}`,
    [order.id, order.createdAt],
  );
  return rows.map((row) =>
    entry(
      `callback/${row.id}`,
      row.received_at,
      "ended",
      `Callback about the ${row.op === "refund" ? "refund" : "payment"} received`,
      row.rail,
    ),
  );
}

async function refundsOf(world: World, caller: Caller, order: OrderRow): Promise<HistoryEntry[]> {
  const refunds = await world.db.refund.findMany({
    where: { orderId: order.id, storeId: order.storeId },
    orderBy: { createdAt: "asc" },
    take: max,
  });
  const names = await namesOf(
    world,
    caller,
    refunds.map(({ requestedBy }) => requestedBy),
  );
  return refunds.flatMap((refund) => {
    const amount = formatMoney({ minor: refund.amountMinor, currency: refund.currency });
    const why = refund.requestedBy ? `: ${refund.reason}` : ` (${refund.reason.replaceAll("_", " ")})`;
    const by = refund.requestedBy ? (names.get(refund.requestedBy) ?? null) : null;
    const start = entry(
      `${refund.id}/start`,
      refund.createdAt,
      "warn",
      `Refund of ${amount} asked for${why}`,
      by,
    );
    if (!refund.completedAt) return [start];
    const paid = refund.status === "paid";
    const end = paid
      ? `Refund of ${amount} arrived`
      : `Refund of ${amount} failed: ${reasonWords(refund.failureReason ?? "unknown")}`;
    return [start, entry(`${refund.id}/end`, refund.completedAt, paid ? "ok" : "bad", end, "Provider")];
  });
}

async function actsOf(world: World, caller: Caller, order: OrderRow): Promise<HistoryEntry[]> {
  const rows = await world.db.auditEntry.findMany({
    where: { storeId: order.storeId, target: `order:${order.id}` },
    orderBy: { id: "asc" },
    take: max,
  });
  const names = await namesOf(
    world,
    caller,
    rows.map(({ actor }) => actor),
  );
  return rows
    .filter(({ action }) => action !== "order.refund_requested")
    .map(({ id, action, actor, createdAt }) =>
      entry(`act/${id}`, createdAt, "plain", acts[action] ?? action, names.get(actor) ?? actor),
    );
}

const acts: Record<string, string> = {
  "order.fulfilled": "Marked as fulfilled",
  "order.partially_fulfilled": "Marked as partly fulfilled",
  "order.cancelled": "Cancelled",
  "order.receipt_resent": "Receipt sent again",
  "suspense.accepted": "Money set aside was accepted for this order",
  "suspense.returned": "Money set aside was given back",
};
