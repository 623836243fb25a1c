import type { Unit } from "@/lib/services/core/world";

export interface SuspendedMoney {
  currency: string;
  minor: bigint;
}

/**
 * The money of an attempt that is still in suspense: what came in, minus what was accepted, returned or reversed. If a
 * provider sent two currencies under one attempt, each has its own amount, in order of arrival.
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

/** The first amount that is above zero, else the first one. Null when nothing was ever in suspense. */
export async function suspenseOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<SuspendedMoney | null> {
  const all = await suspensesOf(tx, attempt);
  return all.find(({ minor }) => minor > 0n) ?? all[0] ?? null;
}
