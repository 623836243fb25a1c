import type { AttemptStatus } from "@/lib/domain/attempt";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { TillSeen } from "@/lib/providers/rails/till";
import type { World } from "@/lib/services/core/world";
import { storeOf } from "../settlement/unknown";
import { unproved } from "./keep";

/** How long before its payment an attempt may have begun. */
const longestMs = 3 * 24 * 60 * 60 * 1000;
const candidatesMax = 2_000;

/** A prompt of ours. */
export interface NamedAttempt {
  id: string;
  status: AttemptStatus;
}

/** Which of these receipts of this account are a payment's, or wait for their seller. */
export async function knownReceipts(
  world: World,
  rail: PaymentRail,
  receipts: readonly string[],
): Promise<Set<string>> {
  const storeId = storeOf(world, rail);
  const rows = await world.db.$queryRaw<{ receipt: string }[]>`
    SELECT receipt FROM payment_attempts
    WHERE rail = ${rail.id} AND (${storeId}::int IS NULL OR store_id = ${storeId}) AND receipt = ANY (${receipts})
    UNION SELECT receipt FROM till_payments
    WHERE rail = ${rail.id} AND receipt = ANY (${receipts})
      AND (attempt_id IS NOT NULL OR why IS DISTINCT FROM ${unproved.checking})`;
  return new Set(rows.map(({ receipt }) => receipt));
}

export async function isReceiptKnown(world: World, rail: PaymentRail, receipt: string): Promise<boolean> {
  return (await knownReceipts(world, rail, [receipt])).has(receipt);
}

/**
 * The prompt of ours whose reference a payment carries, for the same amount, and that has no receipt yet. Where the rail
 * gives no references of ours, none.
 */
export async function promptNamed(
  world: Pick<World, "db" | "rails">,
  rail: PaymentRail,
  seen: TillSeen,
): Promise<NamedAttempt | null> {
  const { direct } = rail;
  if (!direct || seen.typed === null) return null;
  const storeId = storeOf(world, rail);
  const candidates = await world.db.paymentAttempt.findMany({
    where: {
      ...{ rail: rail.id, receipt: null, status: { not: "reversed" } },
      ...{ currency: seen.amount.currency, amountMinor: seen.amount.minor },
      createdAt: { gt: new Date(seen.at.getTime() - longestMs) },
      ...(storeId === null ? {} : { storeId }),
    },
    orderBy: { createdAt: "desc" },
    take: candidatesMax,
    select: { id: true, status: true },
  });
  return candidates.find(({ id }) => direct.names(seen, id)) ?? null;
}
