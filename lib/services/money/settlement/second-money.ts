import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "@/lib/services/core/world";
import type { LockedAttempt } from "./lock-attempt";

/** A further transaction under one attempt, set aside beside the first. */
export interface SecondMoney {
  /** The source of its entry: the attempt, the reference and the receipt. */
  sourceId: string;
  currency: string;
  cameMinor: bigint;
  /** What the rail took back of it in all, and what of that is booked. */
  tookMinor: bigint;
  bookedMinor: bigint;
}

/** The entry's source of a further transaction, by which it is known apart from others under the same attempt. */
export function sourceOfSecond(
  { id }: { id: string },
  { railRef, receipt }: Pick<Settlement, "railRef" | "receipt">,
): string {
  return `${id}/${railRef}/${receipt ?? ""}`;
}

/** The further transactions, in order of arrival, and what was booked as taken from suspense of the first one. */
export async function readSecondMoney(
  tx: Unit["tx"],
  attempt: LockedAttempt,
): Promise<{ seconds: SecondMoney[]; firstBookedMinor: bigint }> {
  const { id, takenAside } = attempt;
  const postings = await tx.ledgerPosting.findMany({
    where: {
      transaction: {
        kind: { in: ["second_received", "suspense_reversed"] },
        OR: [{ sourceId: id }, { sourceId: { startsWith: `${id}/` } }],
      },
      OR: [{ from: { kind: "suspense" } }, { to: { kind: "suspense" } }],
    },
    orderBy: { id: "asc" },
    select: { currency: true, amountMinor: true, transaction: { select: { kind: true, sourceId: true } } },
  });
  const took = (takenAside ?? {}) as Record<string, string>;
  const seconds: SecondMoney[] = [];
  let firstBookedMinor = 0n;
  for (const { currency, amountMinor, transaction } of postings) {
    const { kind, sourceId } = transaction;
    if (kind === "second_received") {
      const tookMinor = BigInt(took[sourceId] ?? 0);
      seconds.push({ sourceId, currency, cameMinor: amountMinor, tookMinor, bookedMinor: 0n });
      continue;
    }
    const second = seconds.find((one) => sourceId.startsWith(`${one.sourceId}/`));
    if (second) second.bookedMinor += amountMinor;
    else firstBookedMinor += amountMinor;
  }
  return { seconds, firstBookedMinor };
}

/** Stores what the rail took back of further transactions in all; a smaller total than before changes nothing. */
export async function noteTakenAside(
  unit: Unit,
  attempt: LockedAttempt,
  seconds: SecondMoney[],
): Promise<LockedAttempt> {
  const takenAside = Object.fromEntries(
    seconds.map(({ sourceId, tookMinor }) => [sourceId, String(tookMinor)]),
  );
  await unit.tx.paymentAttempt.update({ where: { id: attempt.id }, data: { takenAside } });
  return { ...attempt, takenAside };
}

/**
 * Which transaction a reversal names: the attempt's id for the first one, else the source of a further one. Null where the
 * rail names none, or none that we know.
 */
export function namedIn(
  attempt: LockedAttempt,
  seconds: SecondMoney[],
  said: Pick<Settlement, "railRef" | "receipt">,
): string | null {
  const { id, settledRef, receipt } = attempt;
  const first = sourceOfSecond(attempt, { railRef: settledRef ?? "", receipt: receipt ?? undefined });
  const known = [first, ...seconds.map(({ sourceId }) => sourceId)];
  const exact = known.filter((one) => one === sourceOfSecond(attempt, said));
  const same = exact.length > 0 ? exact : known.filter((one) => one.startsWith(`${id}/${said.railRef}/`));
  const [named, ...others] = same;
  if (named === undefined || others.length > 0) return null;
  return named === first ? id : named;
}
