import { Invalid, say } from "@/lib/domain/refusal";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { NewAuditEntry, Unit, World } from "@/lib/services/core/world";
import type { Said } from "@/lib/text/mail";
import { isTimeZone } from "./places";
import { auditPerson } from "./sign-in-log";

/** Sends a person a mail that their sign-in was changed, so that they notice a change by somebody else. */
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

/** Logs a change of a person's sign-in, and mails it to them. */
export async function recordChange(
  world: World,
  unit: Unit,
  userId: number,
  what: { action: string; change: Said; details?: NewAuditEntry["details"] },
): Promise<void> {
  const { action, change, details } = what;
  await auditPerson(unit, userId, action, details);
  await notifyPerson(world, unit, userId, { template: action, change });
}

/** Locks and reads a person, so that changes happen one at a time. */
export async function lockPerson(unit: Unit, userId: number) {
  await unit.tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
  return unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** Sets the person's language for the dashboard, in all of their stores. Every role may set its own. */
export async function chooseLanguage(
  world: World,
  person: { userId: number },
  language: string,
): Promise<void> {
  await transact(world, (unit) => unit.tx.user.update({ where: { id: person.userId }, data: { language } }));
}

/** Sets the zone in which an operator reads times. Throws Invalid on `timeZone`. */
export async function chooseTimeZone(
  world: World,
  person: { userId: number },
  timeZone: string,
): Promise<void> {
  if (!isTimeZone(timeZone)) throw new Invalid({ timeZone: [say("choose_time_zone")] });
  await transact(world, (unit) => unit.tx.user.update({ where: { id: person.userId }, data: { timeZone } }));
}

/** The zone of an operator's browser holds until they choose one. Anything that is no zone is ignored. */
export async function guessTimeZone(
  world: World,
  person: { userId: number },
  timeZone: string,
): Promise<void> {
  if (!isTimeZone(timeZone)) return;
  await transact(world, (unit) =>
    unit.tx.user.updateMany({
      where: { id: person.userId, isOperator: true, timeZone: null },
      data: { timeZone },
    }),
  );
}
