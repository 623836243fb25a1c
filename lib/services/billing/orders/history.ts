import type { Refund } from "@/lib/db/generated/client";
import type { OrderRow } from "@/lib/db/rows";
import { networkOf } from "@/lib/domain/network";
import { outsideRail } from "@/lib/domain/outside";
import { maskedPhone } from "@/lib/providers/phone";
import {
  actsOn,
  entry,
  eventsAbout,
  type HistoryEntry,
  inOrder,
  messagesAbout,
  namesOf,
  type Told,
} from "@/lib/services/core/history/entries";
import type { Caller, World } from "@/lib/services/core/world";

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
    actsOn(world, caller, `order:${order.id}`),
  ]);
  return inOrder(parts.flat());
}

async function attemptsOf(world: World, order: OrderRow): Promise<HistoryEntry[]> {
  const attempts = await world.db.paymentAttempt.findMany({
    // What a person recorded is among what people did.
    where: { orderId: order.id, storeId: order.storeId, rail: { not: outsideRail } },
    orderBy: { createdAt: "asc" },
    take: max,
  });
  return attempts.flatMap((attempt) => {
    const phone = attempt.phoneSealed ? maskedPhone(world.secrets.open(attempt.phoneSealed)) : null;
    const network = attempt.network ? networkOf(attempt.network)?.displayName : undefined;
    const amount = { minor: attempt.amountMinor, currency: attempt.currency };
    const values = { amount, way: [network, phone].filter(Boolean).join(", ") };
    const asked: Told = { did: "asked", values, ...(network ? {} : { method: attempt.method }) };
    const href = `/attempt/${attempt.token}`;
    const start = entry(`${attempt.id}/start`, attempt.createdAt, "plain", asked, "payer", href);
    const end = endOf(attempt);
    return end ? [start, entry(`${attempt.id}/end`, end.at, end.tone, end.what, "provider")] : [start];
  });
}

function endOf(attempt: {
  status: string;
  settledAt: Date | null;
  failureReason: string | null;
  suspenseReason: string | null;
  receipt: string | null;
}): { at: Date; tone: HistoryEntry["tone"]; what: Told } | null {
  const { status, settledAt: at, failureReason, suspenseReason, receipt } = attempt;
  if (!at) return null;
  if (status === "failed")
    return { at, tone: "bad", what: { did: "not_paid", reason: failureReason ?? "unknown" } };
  if (status === "reversed") return { at, tone: "bad", what: { did: "taken_back" } };
  if (suspenseReason === "paid_twice") return { at, tone: "warn", what: { did: "paid_twice" } };
  if (suspenseReason) return { at, tone: "warn", what: { did: "set_aside", reason: suspenseReason } };
  return { at, tone: "ok", what: receipt ? { did: "paid_receipt", values: { receipt } } : { did: "paid" } };
}

async function callbacksOf(world: World, order: OrderRow): Promise<HistoryEntry[]> {
  const { rows } = await world.pool.query<{ id: string; received_at: Date; op: string }>(
    `SELECT c.id, c.received_at, c.event->>'op' AS op FROM rail_callbacks c
     WHERE c.received_at >= $2 AND c.event->>'ourId' IN (
       SELECT id::text FROM payment_attempts WHERE order_id = $1
       UNION ALL SELECT id::text FROM refunds WHERE order_id = $1)
     ORDER BY c.id LIMIT ${max}`,
    [order.id, order.createdAt],
  );
  return rows.map(({ id, received_at, op }) => {
    const { did, tone } = callbackKinds[op] ?? { did: "callback_payment", tone: "ended" };
    return entry(`callback/${id}`, received_at, tone, { did }, "provider");
  });
}

const callbackKinds: Record<string, { did: Told["did"]; tone: HistoryEntry["tone"] }> = {
  refund: { did: "callback_refund", tone: "ended" },
  dispute_opened: { did: "disputed", tone: "warn" },
  dispute_won: { did: "dispute_won", tone: "ok" },
};

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
    const amount = { minor: refund.amountMinor, currency: refund.currency };
    const by = refund.requestedBy ? names.get(refund.requestedBy) : undefined;
    const start = entry(
      `${refund.id}/start`,
      refund.createdAt,
      "warn",
      refund.requestedBy
        ? { did: "refund_asked", values: { amount, why: refund.reason } }
        : { did: "refund_needed", values: { amount }, reason: refund.reason },
      by ? { name: by } : null,
    );
    if (!refund.completedAt) return [start];
    const isPaid = refund.status === "paid";
    // What was given back by hand had arrived when it was recorded.
    if (isPaid && refund.completedAt.getTime() === refund.createdAt.getTime())
      return [start, entry(`${refund.id}/end`, refund.completedAt, "ok", byHand(refund), start.by)];
    const end: Told = isPaid
      ? { did: "refund_arrived", values: { amount } }
      : refund.failureReason === "reversed"
        ? { did: "refund_came_back", values: { amount } }
        : { did: "refund_failed", values: { amount }, reason: refund.failureReason ?? "unknown" };
    return [start, entry(`${refund.id}/end`, refund.completedAt, isPaid ? "ok" : "bad", end, "provider")];
  });
}

/** What left a phone of the seller's is told by its network. */
function byHand({
  amountMinor: minor,
  currency,
  railRef,
}: Pick<Refund, "amountMinor" | "currency" | "railRef">): Told {
  const amount = { minor, currency };
  if (railRef !== null) return { did: "refund_seen", values: { amount, code: railRef } };
  return { did: "refund_by_hand", values: { amount } };
}
