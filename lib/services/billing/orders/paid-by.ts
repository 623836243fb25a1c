import type { AttemptRow } from "@/lib/db/rows";
import { type Network, networkOf } from "@/lib/domain/network";
import { outsideRail } from "@/lib/domain/outside";
import type { Caller, World } from "@/lib/services/core/world";

/** How an order was paid, and the code that its payer can read out. */
export interface PaidBy {
  network: Network | null;
  /** As the network or the bank gave it; null where it gave none. */
  code: string | null;
  /** Whether it is the code in the network's own message, so that it can be called by the network's name. */
  isNetworkCode: boolean;
  /** The seller took it themselves, and recorded it. */
  isOutside: boolean;
}

type Attempt = Pick<AttemptRow, "status" | "suspenseReason" | "network" | "receipt" | "railRef" | "rail">;

/** The attempt that paid, else the one whose money was taken back. */
export function payingAttempt<A extends Attempt>(attempts: A[]): A | undefined {
  return (
    attempts.find(({ status, suspenseReason }) => status === "succeeded" && !suspenseReason) ??
    attempts.find(({ status }) => status === "reversed")
  );
}

export function paidByOf({ network, receipt, railRef, rail }: Attempt): PaidBy {
  const known = network ? networkOf(network) : null;
  const isNetworkCode = receipt !== null && known !== null;
  return { network: known, code: receipt ?? railRef, isNetworkCode, isOutside: rail === outsideRail };
}

/** How these orders of the store were paid. Those that never were are left out. */
export async function readPaidBy(
  world: World,
  { storeId }: Caller,
  orderIds: number[],
): Promise<Map<number, PaidBy>> {
  const attempts = await world.db.paymentAttempt.findMany({
    where: { storeId, orderId: { in: orderIds }, status: { in: ["succeeded", "reversed"] } },
    select: {
      orderId: true,
      status: true,
      suspenseReason: true,
      network: true,
      receipt: true,
      railRef: true,
      rail: true,
    },
    orderBy: { createdAt: "desc" },
  });
  const byOrder = new Map<number, typeof attempts>();
  for (const attempt of attempts)
    byOrder.set(attempt.orderId, [...(byOrder.get(attempt.orderId) ?? []), attempt]);
  return new Map(
    [...byOrder].flatMap(([id, some]) => {
      const paying = payingAttempt(some);
      return paying ? [[id, paidByOf(paying)] as const] : [];
    }),
  );
}

/** Orders of the store with a payment whose code, or the provider's own reference, begins like this; at most `max`. */
export async function ordersByCode(
  world: World,
  { storeId }: Caller,
  text: string,
  max: number,
): Promise<number[]> {
  // A shorter text is the beginning of too many.
  if (!/^[\w.-]{5,100}$/.test(text)) return [];
  // Networks write their codes in capitals.
  const found = await Promise.all(
    [...new Set([text, text.toUpperCase()])].map((start) => {
      // These operators use the index in any collation. The last sign comes after all that a code has.
      const end = `${start}\u{10ffff}`;
      return world.db.$queryRaw<{ id: number }[]>`
        (SELECT order_id AS id FROM payment_attempts WHERE store_id = ${storeId}
          AND receipt ~>=~ ${start} AND receipt ~<~ ${end} ORDER BY receipt USING ~<~ LIMIT ${max})
        UNION ALL
        (SELECT order_id AS id FROM payment_attempts WHERE store_id = ${storeId}
          AND rail_ref ~>=~ ${start} AND rail_ref ~<~ ${end} ORDER BY rail_ref USING ~<~ LIMIT ${max})`;
    }),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}
