import type { Unit, World } from "@/lib/services/core/world";

/** Everybody who runs the service hears by mail what was done, by whom and why, in the transaction of the act. `see`: where. */
export async function tellOperators(
  world: World,
  unit: Unit,
  act: {
    key: string;
    template: string;
    what: string;
    effect: string;
    reason: string;
    by: string;
    see?: string;
  },
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
      accountId: null,
      storeId: null,
      channel: "email",
      recipient: email,
      template: act.template,
      subject: `${serviceName}: ${act.what}`,
      body: `Hello ${name},

${act.what}, by ${act.by}.

Why: ${act.reason}

What this changes: ${act.effect}

${act.see ? `See it: ${act.see}` : `See and undo it: ${siteUrl}/ops/rails`}`,
      dedupeKey: `${act.key}/${id}`,
    });
}
