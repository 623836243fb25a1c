import type { Tx } from "@/lib/db/client";
import type { PaymentAttempt, Refund } from "@/lib/db/generated/client";
import type { RefundRequest } from "@/lib/providers/rails/port";
import { isFromSuspense } from "./lock-refund";

type Returned = NonNullable<RefundRequest["payment"]> & { railRef: string };

/** One transaction under an attempt, as it came. */
interface Came {
  railRef: string;
  receipt: string | null;
  minor: bigint;
  /** The refund that gives it back. */
  back?: string;
}

/**
 * What the books say of the payment that a refund gives back: what came by it, and what else of it went back. Where more
 * than one came under the attempt, what is set aside is found by its amount: it goes back whole.
 */
export async function readReturned(
  db: Pick<Tx, "refund" | "ledgerPosting">,
  refund: Refund & { attempt: PaymentAttempt },
): Promise<Returned> {
  const { id: attemptId, currency, amountMinor, railRef, receipt, suspenseReason } = refund.attempt;
  const [refunds, moves] = await Promise.all([
    db.refund.findMany({
      where: { attemptId, OR: [{ status: { not: "failed" } }, { id: refund.id }] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    db.ledgerPosting.findMany({
      where: {
        transaction: {
          kind: { in: ["payment_settled", "suspense_received", "second_received"] },
          OR: [{ sourceId: attemptId }, { sourceId: { startsWith: `${attemptId}/` } }],
        },
        currency: refund.currency,
      },
      orderBy: { id: "asc" },
      select: {
        ...{ amountMinor: true, to: { select: { kind: true } } },
        transaction: { select: { kind: true, sourceId: true } },
      },
    }),
  ]);
  const first: Came = { railRef: railRef ?? "", receipt, minor: amountMinor };
  // Credited at once: what is set aside of it is its rest.
  const isRest = moves.some(({ transaction }) => transaction.kind === "payment_settled");
  const aside = moves.filter(({ to }) => to.kind === "suspense");
  const all = aside.map(({ amountMinor: minor, transaction: { sourceId } }): Came => {
    if (sourceId === attemptId) return isRest ? first : Object.assign(first, { minor });
    // The attempt, the reference and the receipt: `sourceOfSecond`.
    const [, ...named] = sourceId.split("/");
    return { railRef: named.slice(0, -1).join("/"), receipt: named.at(-1) || null, minor };
  });
  // The first was accepted, or credited at once: what is set aside is another.
  const whole = suspenseReason === null ? all.filter((one) => one !== first) : all;
  let backMinor = 0n;
  for (const one of refunds) {
    const of = isFromSuspense(one) && whole.find(({ back, minor }) => !back && minor === one.amountMinor);
    if (of) of.back = one.id;
    else if (one.id !== refund.id) backMinor += one.amountMinor;
  }
  const of = whole.find(({ back }) => back === refund.id) ?? first;
  const back = of === first ? backMinor : 0n;
  return {
    railRef: of.railRef,
    amount: { minor: of.minor, currency },
    back: { minor: back, currency },
    ...(of.receipt ? { receipt: of.receipt } : {}),
  };
}
