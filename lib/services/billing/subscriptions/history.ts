import type { SubscriptionRow } from "@/lib/db/rows";
import {
  actsOn,
  entry,
  eventsAbout,
  type HistoryEntry,
  inOrder,
  messagesAbout,
} from "@/lib/services/core/history/entries";
import type { Caller, World } from "@/lib/services/core/world";
import { listPeriods } from "./read";

const max = 200;

/** Everything that happened to a live subscription, oldest first: payments, events, messages, what people did. */
export async function readSubscriptionHistory(
  world: World,
  caller: Caller,
  row: SubscriptionRow,
): Promise<HistoryEntry[]> {
  const parts = await Promise.all([
    paymentsOf(world, caller, row),
    eventsAbout(world, row, row.id),
    messagesAbout(world, row, row.id),
    actsOn(world, caller, `subscription:${row.id}`),
  ]);
  return inOrder(parts.flat());
}

async function paymentsOf(world: World, caller: Caller, row: SubscriptionRow): Promise<HistoryEntry[]> {
  const periods = await listPeriods(world, caller, row.id, max);
  // Days for free are an act of the seller's, which the log has.
  const brought = periods.flatMap((period) =>
    period.kind === "paid" || period.kind === "free" ? { ...period, kind: period.kind } : [],
  );
  return brought.map(({ number, kind, paidAt, order, currency, paidMinor }) => {
    const amount = { minor: paidMinor, currency };
    const did = `${number === 1 ? ("subscribed" as const) : ("renewed" as const)}_${kind}` as const;
    return entry(
      `period/${number}`,
      paidAt,
      "ok",
      { did, values: { amount } },
      "subscriber",
      order && `/dashboard/orders/${order.id}`,
    );
  });
}
