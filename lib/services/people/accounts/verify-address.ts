import { say } from "@/lib/domain/problem";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { createLink, isHourFull, validToken } from "./mailed-token";
import { lockPerson } from "./person";
import { auditPerson } from "./sign-in-log";

const validMs = 3 * 24 * 60 * 60_000;

type Person = { id: number; name: string; email: string; language: string };

/**
 * Mails the link that proves a person's sign-up address, valid for three days and once. Until then their account can
 * send no messages to others. Returns the link.
 */
export async function mailAddressProof(world: World, unit: Unit, person: Person): Promise<string> {
  const about = { kind: "address_proof" as const, userId: person.id, email: person.email };
  const { link, key } = await createLink(world, unit, { ...about, path: "/verify-email", validMs });
  await queueMail(unit, {
    to: person,
    kind: "address_proof",
    values: { ...placeOf(world), name: person.name, link },
    link,
    dedupeKey: `address_proof/${key}`,
  });
  return link;
}

/**
 * Sends the link again to a signed-in person. The link is returned where the server sends no mail. Throws Invalid on
 * `form` after five in an hour. Null for an address that is proven already.
 */
export async function askForAddressProof(
  world: World,
  userId: number,
): Promise<{ email: string; link: string | null } | null> {
  return transact(world, async (unit) => {
    const person = await lockPerson(unit, userId);
    if (person.emailVerifiedAt) return null;
    if (await isHourFull(unit, userId, "address_proof")) throw new Invalid({ form: [say("hour_full")] });
    const link = await mailAddressProof(world, unit, person);
    return { email: person.email, link: world.mailer === null ? link : null };
  });
}

/** The person of a valid link, else null. Reading does not use up the link: mail scanners open links too. */
export async function readAddressProof(
  world: World,
  token: string,
): Promise<{ userId: number; email: string } | null> {
  const found = await world.db.userToken.findFirst({
    where: validToken("address_proof", token, world.clock.now()),
    select: { userId: true, email: true, user: { select: { email: true } } },
  });
  return found && found.email === found.user.email ? { userId: found.userId, email: found.user.email } : null;
}

/**
 * Marks the address as proven. The person must also be signed in: the link shows who reads the mail, the session shows
 * who created the account, and only both together show that it is the same person. Throws NotFound for any other link.
 */
export async function confirmAddress(world: World, userId: number, token: string): Promise<void> {
  await transact(world, async (unit) => {
    const person = await lockPerson(unit, userId);
    const { count } = await unit.tx.userToken.updateMany({
      where: { ...validToken("address_proof", token, unit.now), userId, email: person.email },
      data: { usedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    if (person.emailVerifiedAt) return;
    await unit.tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: unit.now } });
    await auditPerson(unit, userId, "sign_in.address_proven", { cleared: false });
  });
}
