import type { PaymentRail } from "@/lib/providers/rails/port";
import { raiseTask } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import type { CallbackEvent } from "./store-callback";

type About = Pick<CallbackEvent, "op" | "ourId" | "railRef">;

export function isTransfer({ op }: Pick<About, "op">): boolean {
  return op === "payout" || op === "refund";
}

/** What comes to an account of a store's own is that store's to look at. */
export function storeOf({ rails }: Pick<World, "rails">, rail: PaymentRail): number | null {
  return rails.own?.storeOf(rail.id) ?? null;
}

/** Raises one task for each `about`: it names the payment, or the day where a sender could invent too many. */
export async function raiseUnknown(
  world: World,
  rail: PaymentRail,
  event: About,
  about: string,
): Promise<void> {
  const storeId = storeOf(world, rail);
  const kind = isTransfer(event) ? "unknown_transfer" : "unknown_payment";
  const details = { rail: rail.id, reference: event.ourId ?? event.railRef ?? "" };
  const task = {
    storeId,
    kind: storeId === null ? kind : `own_${kind}`,
    subject: `${rail.id}/${about}`,
    details,
    polled: true,
  };
  await raiseTask(world.db, task, world.clock.now());
}
