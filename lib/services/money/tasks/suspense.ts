import type { Unit } from "@/lib/services/core/world";

export interface SuspendedMoney {
  currency: string;
  minor: bigint;
}

/**
 * What of an attempt's money is still set aside: what came in, less what was accepted, given back or taken back. Where
 * a provider sent money in two currencies under one attempt, each is an amount of its own; what came first is first.
 */
export async function suspensesOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<SuspendedMoney[]> {
  const { id, storeId } = attempt;
  const refunds = await tx.refund.findMany({ where: { attemptId: id }, select: { id: true } });
  const sources = [id, ...refunds.map((refund) => refund.id)];
  const further = {
    kind: { in: ["second_received", "suspense_reversed"] },
    sourceId: { startsWith: `${id}/` },
  };
  const account = { storeId, kind: "suspense" };
  const postings = await tx.ledgerPosting.findMany({
    where: {
      transaction: { OR: [{ sourceId: { in: sources } }, further] },
      OR: [{ from: account }, { to: account }],
    },
    orderBy: { id: "asc" },
    select: { currency: true, amountMinor: true, to: { select: { kind: true } } },
  });
  const sums = new Map<string, bigint>();
  for (const { currency, amountMinor, to } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + (to.kind === "suspense" ? amountMinor : -amountMinor));
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}

/** The first amount of it that is still there; of none, the first that was. Null where nothing ever was set aside. */
export async function suspenseOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<SuspendedMoney | null> {
  const all = await suspensesOf(tx, attempt);
  return all.find(({ minor }) => minor > 0n) ?? all[0] ?? null;
}
