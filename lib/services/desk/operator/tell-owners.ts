import type { StoreRow } from "@/lib/db/rows";
import type { Unit, World } from "@/lib/services/core/world";

/**
 * Tells every owner of the store by mail what was done to it, why, and what it changes, in the transaction of the act.
 * `key` names the act, so that each owner hears of it once.
 */
export async function tellOwners(
  world: World,
  unit: Unit,
  store: StoreRow,
  act: { key: string; template: string; subject: string; effect: string; reason: string; contact: string },
): Promise<void> {
  const { accountId, id: storeId } = store;
  const owners = await unit.tx.member.findMany({
    where: { accountId, role: "owner" },
    include: { user: { select: { id: true, name: true, email: true } } },
    orderBy: { userId: "asc" },
    take: 20,
  });
  for (const { user } of owners)
    await unit.queueMessage({
      accountId,
      storeId,
      channel: "email",
      recipient: user.email,
      template: act.template,
      subject: `${store.name} ${act.subject}`,
      body: bodyOf(world, user.name, store, act),
      objectId: `store/${storeId}`,
      dedupeKey: `${act.key}/${user.id}`,
    });
}

function bodyOf(
  world: World,
  name: string,
  store: StoreRow,
  act: { subject: string; effect: string; reason: string; contact: string },
): string {
  const { siteUrl, serviceName } = world.config;
  return `Hello ${name},

${store.name} ${act.subject} at ${serviceName}.

Why: ${act.reason}

What this changes: ${act.effect}

Your dashboard: ${siteUrl}/dashboard
Questions: ${act.contact}`;
}
