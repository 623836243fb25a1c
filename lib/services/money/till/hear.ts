import type { PaymentRail } from "@/lib/providers/rails/port";
import type { TillSeen } from "@/lib/providers/rails/till";
import type { World } from "@/lib/services/core/world";
import { raiseAnomaly } from "../tasks/raise-anomaly";
import { takeTillPayment } from "./take";

/**
 * A payment at the till as a callback tells it. One that proves nothing only makes us ask the rail, and what the rail says is
 * taken in. Throws where it could not be taken in: then the rail says it again.
 */
export async function hearTill(
  world: World,
  rail: PaymentRail,
  seen: TillSeen,
  isSigned: boolean,
): Promise<void> {
  const storeId = world.rails.own?.storeOf(rail.id) ?? null;
  // What comes to the operator's own account unasked belongs to no store.
  if (storeId === null) return;
  const known = isSigned ? seen : await rail.till?.confirm?.(seen);
  if (known) return void (await takeTillPayment(world, { account: rail.id, ...known }));
  raiseAnomaly(world, storeId)({ rail: rail.id, what: "unproved", detail: "a payment at the till" });
}
