import { isUuidV4 } from "@/lib/domain/uuid";
import type { World } from "@/lib/services/core/world";

/** The page of the attempt that this form began already, so that a second press leads to the first; else null. */
export async function findStarted(
  world: World,
  store: { id: number },
  attemptId: string,
): Promise<{ token: string } | null> {
  if (!isUuidV4(attemptId)) return null;
  return world.db.paymentAttempt.findFirst({
    where: { id: attemptId, storeId: store.id },
    select: { token: true },
  });
}
