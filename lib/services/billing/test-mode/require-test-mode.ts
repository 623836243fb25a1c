import { Refusal } from "@/lib/domain/refusal";
import type { Unit } from "@/lib/services/core/world";

/** Refuses with `test_mode_off` until a test key was made (spec, Test keys). */
export async function requireTestMode(unit: Unit, store: { storeId: number }): Promise<void> {
  const { testModeSince } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { testModeSince: true },
  });
  if (!testModeSince) throw new Refusal("test_mode_off");
}
