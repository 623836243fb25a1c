import type { Unit, World } from "@/lib/services/core/world";

/** Everybody who runs the service hears that a seller waits, not what they told: that stays in the operator's area. */
export async function tellVerification(
  world: World,
  unit: Unit,
  store: { id: number; name: string },
): Promise<void> {
  const operators = await unit.tx.user.findMany({
    where: { isOperator: true },
    select: { id: true, name: true, email: true },
    orderBy: { id: "asc" },
    take: 50,
  });
  const { serviceName, siteUrl } = world.config;
  for (const { id, name, email } of operators)
    await unit.queueMessage({
      ...{ accountId: null, storeId: null, channel: "email", recipient: email },
      template: "store.verification_sent",
      subject: `${serviceName}: ${store.name} asks to be verified`,
      body: `Hello ${name},

${store.name} sent what is needed to verify it. It takes payments, and is paid out once you have decided.

Look at it and decide: ${siteUrl}/ops/stores/${store.id}`,
      objectId: `store/${store.id}`,
      dedupeKey: `store.verification_sent/${store.id}/${unit.now.getTime()}/${id}`,
    });
}
