import { queueMail } from "@/lib/services/core/queue-mail";
import type { Unit } from "@/lib/services/core/world";
import type { MailKind, MailValues } from "@/lib/text/mail";

/** A mail to every owner of an account, once for each fact. The owner's name is added to `values`. */
export interface OwnersMail<Kind extends MailKind> {
  kind: Kind;
  values: Omit<MailValues<Kind>, "name">;
  /** The message's template name, where it differs from its kind. */
  template?: string;
  /** What it is about: `order/12`. */
  objectId?: string;
  dedupeKey: string;
}

export async function mailOwners<Kind extends MailKind>(
  unit: Unit,
  { storeId, accountId }: { storeId: number; accountId: number },
  { values, dedupeKey, ...mail }: OwnersMail<Kind>,
): Promise<void> {
  const owners = await unit.tx.member.findMany({
    where: { accountId, role: "owner" },
    select: { user: { select: { id: true, email: true, name: true, language: true } } },
    orderBy: { userId: "asc" },
  });
  for (const { user } of owners)
    await queueMail(unit, {
      ...mail,
      to: user,
      // Safe: the omitted `name` is added here.
      values: { ...values, name: user.name } as unknown as MailValues<Kind>,
      of: { accountId, storeId },
      dedupeKey: `${dedupeKey}/${user.id}`,
    });
}
