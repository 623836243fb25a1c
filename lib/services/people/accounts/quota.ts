import { Refusal } from "@/lib/domain/refusal";
import { countOn, isSent, requireConfirmed } from "@/lib/services/core/gate";
import { transact } from "@/lib/services/core/unit";
import type { Channel, World } from "@/lib/services/core/world";

/**
 * Checks only that an owner's address is confirmed, for objects that are created before they are sent. Throws Refusal
 * `email_unverified`.
 */
export async function mayConfirmedSend(
  world: World,
  accountId: number,
  channels: readonly Channel[],
): Promise<void> {
  if (channels.some((channel) => isSent(world, channel)))
    await transact(world, (unit) => requireConfirmed(unit, accountId));
}

/**
 * Runs a verb that sends messages. When the sending limit is reached, the audit log gets an entry once a day, for
 * operators.
 */
export async function noteLimit<T>(
  world: World,
  by: { accountId: number; storeId: number; actor: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "sending_limit") await note(world, by);
    throw error;
  }
}

async function note(
  world: World,
  { accountId, storeId, actor }: { accountId: number; storeId: number; actor: string },
): Promise<void> {
  const { unit: _, ...apart } = world;
  await transact(apart, async (unit) => {
    const first = await countOn(unit, { subject: `noted/${accountId}`, max: 1 });
    if (!first) return;
    const target = `account:${accountId}`;
    await unit.audit({ accountId, storeId, actor }, { action: "messages.limit_reached", target });
  });
}
