import type { AttemptRow } from "@/lib/db/rows";
import { type Network, networkOf } from "@/lib/domain/network";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** How an order was paid, and the code that its payer can read out. */
export interface PaidBy {
  network: Network | null;
  /** As the network or the bank gave it; null where it gave none. */
  code: string | null;
  /** Whether it is the code in the network's own message, so that it can be called by the network's name. */
  isNetworkCode: boolean;
}

type Attempt = Pick<AttemptRow, "status" | "suspenseReason" | "network" | "receipt" | "railRef">;

/** The attempt that paid, else the one whose money was taken back. */
export function payingAttempt<A extends Attempt>(attempts: A[]): A | undefined {
  return (
    attempts.find(({ status, suspenseReason }) => status === "succeeded" && !suspenseReason) ??
    attempts.find(({ status }) => status === "reversed")
  );
}

export function paidByOf({ network, receipt, railRef }: Attempt): PaidBy {
  const known = network ? networkOf(network) : null;
  return { network: known, code: receipt ?? railRef, isNetworkCode: receipt !== null && known !== null };
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
