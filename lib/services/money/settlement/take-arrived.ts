import { type AttemptStatus, isOpen } from "@/lib/domain/attempt";
import type { ArrivedPayment } from "@/lib/providers/rails/direct";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";
import { raiseUnknown, storeOf } from "./unknown";

/** How long before its payment an attempt may have begun. */
const longestMs = 3 * 24 * 60 * 60 * 1000;
const candidatesMax = 2_000;

export interface Named {
  id: string;
  receipt: string;
}

/**
 * Takes in a payment that a rail told of without being asked, from any door: a confirmation, a list. It may be that of a
 * prompt, told once more: then its receipt is known, or its reference names an attempt without a receipt, which is to be
 * asked about. Everything else a person sees. `isAsked`: the attempt was asked about meanwhile, and while it is open it is
 * asked again by itself. Nothing is booked here: only the rail's answer about an attempt is.
 */
export async function takeArrived(
  world: World,
  rail: PaymentRail,
  payment: ArrivedPayment,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<Named | null> {
  const { receipt } = payment;
  const [known] = await knownReceipts(world, rail, [receipt]);
  if (known) return null;
  const named = await attemptNamed(world, rail, payment);
  if (named && !(isAsked && !isOpen(named.status))) return { id: named.id, receipt };
  await raiseUnknown(world, rail, { op: "charge", railRef: receipt }, receipt);
  return null;
}

/** Which of these receipts a payment of this account has. */
export async function knownReceipts(
  world: World,
  rail: PaymentRail,
  receipts: readonly string[],
): Promise<string[]> {
  const rows = await world.db.$queryRaw<{ receipt: string }[]>`
    SELECT receipt FROM payment_attempts
    WHERE rail = ${rail.id} AND (${storeOf(world, rail)}::int IS NULL OR store_id = ${storeOf(world, rail)})
      AND receipt = ANY (${receipts})`;
  return rows.map((row) => row.receipt);
}

/** The attempt whose reference it carries, for the same amount, and that has no receipt yet. */
async function attemptNamed(
  world: World,
  rail: PaymentRail,
  payment: ArrivedPayment,
): Promise<{ id: string; status: AttemptStatus } | null> {
  const { direct } = rail;
  if (!direct || payment.reference.trim() === "") return null;
  const storeId = storeOf(world, rail);
  const candidates = await world.db.paymentAttempt.findMany({
    where: {
      ...{ rail: rail.id, receipt: null, status: { not: "reversed" } },
      ...{ currency: payment.amount.currency, amountMinor: payment.amount.minor },
      createdAt: { gt: new Date(payment.paidAt.getTime() - longestMs) },
      ...(storeId === null ? {} : { storeId }),
    },
    orderBy: { createdAt: "desc" },
    take: candidatesMax,
    select: { id: true, status: true },
  });
  return candidates.find(({ id }) => direct.names(payment, id)) ?? null;
}
