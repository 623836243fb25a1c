import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { pickShown } from "@/lib/domain/access";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { requireProduct } from "../subscriptions/list";

/** Who is asked about: the seller's ref, or the e-mail of sellers that use none. */
export type AccessSubject = { ref: string } | { email: string };

/**
 * The subscription that answers "may this user in?": the one that lasts longest among those giving access, else the
 * latest, else null (spec, GET /access, rules 1–3).
 */
export async function checkAccess(
  world: World,
  caller: Caller,
  subject: AccessSubject,
  productId: number | null,
): Promise<SubscriptionRow | null> {
  if (productId !== null) await requireProduct(world, caller, productId);
  const rows = await world.db.subscription.findMany({
    where: {
      storeId: caller.storeId,
      livemode: caller.livemode,
      ...("ref" in subject ? { ref: subject.ref } : { customer: { email: subject.email } }),
      ...(productId === null ? {} : { productId }),
    },
    include: subscriptionInclude,
  });
  return pickShown(rows, world.clock.now());
}
