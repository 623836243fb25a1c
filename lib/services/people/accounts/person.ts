import { z } from "zod";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { lineProblem, unlinked } from "@/lib/domain/text";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { NewAuditEntry, Unit, World } from "@/lib/services/core/world";
import type { Said } from "@/lib/text/mail";
import { isTimeZone } from "./places";

/** The method by which a person proved who they are. */
export type SignInWay = "password" | "link" | "passkey" | "two_steps" | "sign_up" | "invitation";

/**
 * Logs what a person did with their own sign-in, readable by them and by operators. Lines whose name begins with
 * `sign_in.` contain locations, and are deleted after a year (forget-old.ts); all others stay.
 */
export function auditPerson(
  unit: Unit,
  userId: number,
  action: string,
  details?: NewAuditEntry["details"],
): Promise<void> {
  const person = `user:${userId}`;
  return unit.audit({ actor: person }, { target: person, action, details });
}

/** Logs that a signed-in person was refused for lack of permission. */
export async function logDenial(world: World, userId: number, why: Problem): Promise<void> {
  await transact(world, (unit) => auditPerson(unit, userId, "access.denied", { what: why.code }));
}

/** One event of a person's sign-in. */
export interface SignInLine {
  id: bigint;
  action: string;
  /** The method, where it is known: `password`, `passkey`… */
  by: string | null;
  ip: string | null;
  device: string | null;
  at: Date;
}

const shown = 50;
const prefixes = ["sign_in.", "password.", "two_step.", "passkey.", "email.", "sessions.", "person.two_step"];
const Details = z.object({
  by: z.string().nullable().catch(null),
  ip: z.string().nullable().catch(null),
  device: z.string().nullable().catch(null),
});

/** The newest fifty lines about a person's sign-in, including failed tries of strangers. */
export async function listSignIns(world: World, userId: number): Promise<SignInLine[]> {
  const rows = await world.db.auditEntry.findMany({
    where: {
      target: `user:${userId}`,
      OR: prefixes.map((prefix) => ({ action: { startsWith: prefix } })),
    },
    orderBy: { id: "desc" },
    take: shown,
  });
  return rows.map(({ id, action, details, createdAt }) => ({
    ...{ id, action, at: createdAt },
    ...Details.parse(details ?? {}),
  }));
}

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

/** Changes a person's name on their pages, in the audit log and in mails. Throws Invalid on `name`. */
export async function changeName(world: World, userId: number, typed: string): Promise<void> {
  const name = personName(typed);
  const problem = nameProblem(name);
  if (problem) throw new Invalid({ name: [problem] });
  await transact(world, async (unit) => {
    await unit.tx.user.update({ where: { id: userId }, data: { name } });
    await auditPerson(unit, userId, "person.renamed");
  });
}

/** The stored form of a name: others get it in mails, so it must not contain a web address. */
export function personName(typed: string): string {
  return unlinked(typed.trim());
}

/** What is wrong with the name of a person, or null. */
export function nameProblem(value: string): Problem | null {
  return value.trim() === "" ? say("name") : lineProblem(value.trim(), 255);
}
