import type { Prisma } from "@/lib/db/client";
import { type AlertChoice, defaultChoices, quietEnd, readChoices } from "@/lib/domain/alerts";
import type { Role } from "@/lib/domain/roles";
import type { Unit } from "@/lib/services/core/world";

/** What is read of a member to know what they are told. */
export const readerInclude = {
  user: { select: { id: true, name: true, email: true, phone: true, language: true } },
  alertSettings: true,
} satisfies Prisma.MemberInclude;

export type Reader = Prisma.MemberGetPayload<{ include: typeof readerInclude }>;

/** Whether this person is told anything: owners are, others where an owner or admin lets them. */
export function mayRead({ role, alertSettings }: { role: Role; alertSettings: { allowed: boolean } | null }) {
  return role === "owner" || alertSettings?.allowed === true;
}

export function choicesOf({ alertSettings }: Pick<Reader, "alertSettings">): readonly AlertChoice[] {
  return alertSettings?.hasChosen ? readChoices(alertSettings.choices) : defaultChoices;
}

/** When the quiet hours of this person that hold now end; null when none hold. */
export function quietEndOf({ alertSettings }: Reader, storeZone: string, now: Date): Date | null {
  if (!alertSettings || alertSettings.quietFrom === null || alertSettings.quietUntil === null) return null;
  const quiet = { from: alertSettings.quietFrom, until: alertSettings.quietUntil };
  return quietEnd(now, quiet, alertSettings.timeZone ?? storeZone);
}

/** Whether this person may see the store. */
export function hasStore({ storeIds }: Pick<Reader, "storeIds">, storeId: number): boolean {
  return storeIds.length === 0 || storeIds.includes(storeId);
}

/** The members with this store who chose this, oldest first. */
export async function readersOf(
  unit: Unit,
  { accountId, storeId }: { accountId: number; storeId: number },
  choice: AlertChoice,
): Promise<Reader[]> {
  const members = await unit.tx.member.findMany({
    where: { accountId, OR: [{ role: "owner" }, { alertSettings: { allowed: true } }] },
    include: readerInclude,
    orderBy: { userId: "asc" },
  });
  return members.filter((member) => hasStore(member, storeId) && choicesOf(member).includes(choice));
}
