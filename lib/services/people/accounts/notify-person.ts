import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import type { Said } from "@/lib/text/mail";

/** Mails somebody that the way they sign in was changed, so that they hear of it when it was not they. */
export async function notifyPerson(
  world: World,
  unit: Unit,
  userId: number,
  { template, change }: { template: string; change: Said },
): Promise<void> {
  const person = await unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
  await queueMail(unit, {
    to: person,
    kind: "sign_in_way_changed",
    template,
    values: { ...placeOf(world), name: person.name, change },
    dedupeKey: `${template}/${userId}/${unit.now.getTime()}`,
  });
}
