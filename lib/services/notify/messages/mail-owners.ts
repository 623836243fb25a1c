import type { Unit } from "@/lib/services/core/world";

/** A mail to every owner of an account, once for each fact. `body` is given the owner's name. */
export interface OwnersMail {
  template: string;
  subject: string;
  body: (name: string) => string;
  /** What it is about: `order/12`. */
  objectId?: string;
  dedupeKey: string;
}

export async function mailOwners(
  unit: Unit,
  { storeId, accountId }: { storeId: number; accountId: number },
  { template, subject, body, objectId, dedupeKey }: OwnersMail,
): Promise<void> {
  const owners = await unit.tx.member.findMany({
    where: { accountId, role: "owner" },
    select: { user: { select: { id: true, email: true, name: true } } },
    orderBy: { userId: "asc" },
  });
  for (const { user } of owners)
    await unit.queueMessage({
      accountId,
      storeId,
      channel: "email",
      recipient: user.email,
      template,
      subject,
      body: body(user.name),
      ...(objectId ? { objectId } : {}),
      dedupeKey: `${dedupeKey}/${user.id}`,
    });
}
