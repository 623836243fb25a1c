import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { despiteRaces } from "@/lib/services/people/customers/contact";
import { lockSubscription } from "../subscriptions/record";
import { requireTestMode } from "../test-mode/delete-test-data";
import { checkMove } from "./check-line";
import { makeSubscriptions } from "./slice";
import type { TypedMove } from "./typed";

/**
 * Moves one subscription in, as a line of a file would be: nobody is told, and nothing is charged. Throws NotFound for the
 * product, Invalid by field, and Refusal `already_subscribed` or `test_mode_off`.
 */
export async function importSubscription(
  world: World,
  caller: Caller,
  typed: TypedMove,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.import");
  return despiteRaces(() =>
    transact(world, async (unit) => {
      if (!caller.livemode) await requireTestMode(unit, caller);
      const { country } = await unit.store(caller.storeId);
      const product = await unit.tx.product.findFirst({
        where: { id: Number(typed.product), storeId: caller.storeId, interval: { not: null } },
      });
      if (!product) throw new NotFound();
      const context = { now: unit.now, country, products: [product], otherwise: null };
      const moved = checkMove(typed, context);
      const lines = [{ line: 1, moved, customerId: null }];
      const [made] = await makeSubscriptions(world, unit, caller, "api", lines);
      if (made?.outcome !== "make" || !made.madeId) throw new Refusal("already_subscribed");
      const row = await lockSubscription(unit, caller, made.madeId);
      if (!row) throw new NotFound();
      return row;
    }),
  );
}
