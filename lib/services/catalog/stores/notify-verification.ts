import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";

/** Everybody who runs the service hears that a seller waits, not what they told: that stays in the operator's area. */
export async function notifyVerification(
  world: World,
  unit: Unit,
  store: { id: number; name: string },
): Promise<void> {
  const operators = await unit.tx.user.findMany({
    where: { isOperator: true },
    select: { id: true, name: true, email: true, language: true },
    orderBy: { id: "asc" },
    take: 50,
  });
  for (const { id, name, email, language } of operators)
    await queueMail(unit, {
      to: { email, language },
      kind: "store.verification_sent",
      values: {
        ...placeOf(world),
        name,
        store: store.name,
        link: `${world.config.siteUrl}/ops/stores/${store.id}`,
      },
      objectId: `store/${store.id}`,
      dedupeKey: `store.verification_sent/${store.id}/${unit.now.getTime()}/${id}`,
    });
}
