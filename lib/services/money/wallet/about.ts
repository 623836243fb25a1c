import type { Caller, World } from "@/lib/services/core/world";

/** The subject of a statement line: the order of the payment or refund, the payout, or the reason of a correction. */
export type About =
  | { type: "order"; orderId: number; number: string; amountMinor: bigint; currency: string }
  | { type: "payout"; payoutId: string; destination: string; amountMinor: bigint; currency: string }
  | { type: "correction"; reason: string };

/** Looks up the sources of ledger entries among the store's own objects. Other sources are left out. */
export async function aboutLines(
  world: World,
  { storeId }: Caller,
  sourceIds: string[],
): Promise<Map<string, About>> {
  const ids = [...new Set(sourceIds.map(idIn).filter((id) => uuid.test(id)))];
  const where = { storeId, id: { in: ids } };
  const order = { select: { id: true, number: true } };
  const [attempts, refunds, disputes, payouts, corrections] = await Promise.all([
    world.db.paymentAttempt.findMany({
      where,
      select: { id: true, amountMinor: true, currency: true, order },
    }),
    world.db.refund.findMany({ where, select: { id: true, amountMinor: true, currency: true, order } }),
    world.db.dispute.findMany({ where, select: { id: true, amountMinor: true, currency: true, order } }),
    world.db.payout.findMany({
      where,
      select: { id: true, amountMinor: true, currency: true, destinationLabel: true },
    }),
    world.db.ledgerCorrection.findMany({ where, select: { id: true, reason: true } }),
  ]);
  const found = new Map<string, About>();
  for (const { id, order: of, amountMinor, currency } of [...attempts, ...refunds, ...disputes])
    found.set(id, { type: "order", orderId: of.id, number: of.number, amountMinor, currency });
  for (const { id, destinationLabel, amountMinor, currency } of payouts)
    found.set(id, { type: "payout", payoutId: id, destination: destinationLabel, amountMinor, currency });
  for (const { id, reason } of corrections) found.set(id, { type: "correction", reason });
  return new Map(
    sourceIds.flatMap((id) => (found.has(idIn(id)) ? [[id, found.get(idIn(id)) as About]] : [])),
  );
}

/** The object's id in a source id: one object can have several entries of a kind, such as `<id>/2`. */
function idIn(sourceId: string): string {
  return sourceId.split("/")[0] ?? "";
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
