import type { Unit } from "../unit";

/** Writes to every owner of the account, once for each fact. */
export async function tellOwners(
  unit: Unit,
  store: { storeId: number; accountId: number },
  message: { template: string; subject: string; text: string; dedupeKey: string },
): Promise<void> {
  const { storeId, accountId } = store;
  const { name } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId }, select: { name: true } });
  const owners = await unit.tx.member.findMany({
    where: { accountId, role: "owner" },
    select: { user: { select: { id: true, email: true, name: true } } },
  });
  for (const { user } of owners) {
    await unit.queueMessage({
      accountId,
      storeId,
      channel: "email",
      recipient: user.email,
      template: message.template,
      subject: `${name}: ${message.subject}`,
      body: `Hello ${user.name},\n\n${message.text}`,
      dedupeKey: `${message.dedupeKey}/${user.id}`,
    });
  }
}
