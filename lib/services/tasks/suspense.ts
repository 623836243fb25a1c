import type { Unit } from "../unit";

/** What of an attempt's money is still set aside: what came in, less what was accepted, given back or taken back. */
export async function suspenseOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<{ currency: string; minor: bigint } | null> {
  const { id, storeId } = attempt;
  const refunds = await tx.refund.findMany({ where: { attemptId: id }, select: { id: true } });
  const sources = [id, ...refunds.map((refund) => refund.id)];
  const second = { kind: "second_received", sourceId: { startsWith: `${id}/` } };
  const account = { storeId, kind: "suspense" };
  const postings = await tx.ledgerPosting.findMany({
    where: {
      transaction: { OR: [{ sourceId: { in: sources } }, second] },
      OR: [{ from: account }, { to: account }],
    },
    select: { currency: true, amountMinor: true, to: { select: { kind: true } } },
  });
  const [first] = postings;
  if (!first) return null;
  const minor = postings.reduce(
    (sum, { to, amountMinor }) => sum + (to.kind === "suspense" ? amountMinor : -amountMinor),
    0n,
  );
  return { currency: first.currency, minor };
}
