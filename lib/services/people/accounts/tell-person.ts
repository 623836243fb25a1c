import type { Unit, World } from "@/lib/services/core/world";

/** Mails somebody that the way they sign in was changed, so that they hear of it when it was not they. */
export async function tellPerson(
  world: World,
  unit: Unit,
  userId: number,
  change: { template: string; subject: string },
): Promise<void> {
  const { email, name } = await unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
  const { siteUrl, serviceName } = world.config;
  await unit.queueMessage({
    accountId: null,
    storeId: null,
    channel: "email",
    recipient: email,
    template: change.template,
    subject: `${change.subject} at ${serviceName}`,
    body: `Hello ${name},

${change.subject} for your account at ${serviceName}.

If it was you, you need do nothing.

If it was not, set a new password, which signs every browser out: ${siteUrl}/forgot-password`,
    dedupeKey: `${change.template}/${userId}/${unit.now.getTime()}`,
  });
}
