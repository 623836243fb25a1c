import { Refusal } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

/**
 * Removes every test subscription of the store, with its periods and test users, and the test events with their
 * deliveries. Live rows are out of reach: every statement names livemode false.
 */
export async function deleteTestData(world: World, caller: Caller): Promise<{ subscriptions: number }> {
  permit(caller, "test_mode.change");
  return transact(world, async (unit) => {
    const { tx } = unit;
    const where = { storeId: caller.storeId, livemode: false };
    await tx.webhookDelivery.deleteMany({ where });
    await tx.event.deleteMany({ where });
    await tx.trialUse.deleteMany({ where });
    await tx.planChange.deleteMany({ where });
    await tx.subscriptionPeriod.deleteMany({ where });
    const { count } = await tx.subscription.deleteMany({ where });
    await tx.customer.deleteMany({
      where: { accountId: caller.accountId, livemode: false, subscriptions: { none: {} } },
    });
    await unit.audit(caller, {
      action: "test_data.deleted",
      target: `store:${caller.storeId}`,
      details: { subscriptions: count },
    });
    return { subscriptions: count };
  });
}

/** Throws Refusal `test_mode_off` until a test key was created (spec, Test keys). */
export async function requireTestMode(unit: Unit, store: { storeId: number }): Promise<void> {
  const { testModeSince } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { testModeSince: true },
  });
  if (!testModeSince) throw new Refusal("test_mode_off");
}
