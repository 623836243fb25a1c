import { sqlState } from "@/lib/db/client";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPassword, confirmPerson, type Proof } from "./confirm-person";
import { createLink, isHourFull, proveAddress, validToken } from "./mailed-links";
import { auditPerson, lockPerson } from "./person";
import { endSessionsIn, spendLinks } from "./sessions";

const proofMs = 3 * 24 * 60 * 60_000;

type Person = { id: number; name: string; email: string; language: string };

/**
 * Mails the link that proves a person's sign-up address, valid for three days and once. Until then their account can
 * send no messages to others. Returns the link.
 */
export async function mailAddressProof(world: World, unit: Unit, person: Person): Promise<string> {
  const about = { kind: "address_proof" as const, userId: person.id, email: person.email };
  const { link, key } = await createLink(world, unit, { ...about, path: "/verify-email", validMs: proofMs });
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
 * Marks the address as proven. The link shows who reads the mail. Who made the account is shown by the session in a
 * browser that the person signed in with by a way of their own (`isKnown`), elsewhere by the password: a session that
 * began with a mailed link shows the mailbox again. Throws Invalid on `password`, NotFound for any other link.
 */
export async function confirmAddress(
  world: World,
  userId: number,
  token: string,
  shown: { isKnown: boolean; password: string },
): Promise<void> {
  if (!shown.isKnown) await confirmPassword(world, userId, shown.password);
  await transact(world, async (unit) => {
    const person = await lockPerson(unit, userId);
    const { count } = await unit.tx.userToken.updateMany({
      where: { ...validToken("address_proof", token, unit.now), userId, email: person.email },
      data: { usedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    await proveAddress(world, unit, person, { clears: false });
  });
}

const changeMs = 60 * 60_000;

/**
 * Mails a link to the new address, valid for an hour and once; nothing changes until its button is pressed. The current
 * address is notified at once, so that its owner can stop the change. An earlier link no longer works. The result does
 * not show whether another account has the new address: only the reader of its mail learns that. The link is returned
 * where the server sends no mail. Throws Invalid on `password`, `code` or `email`.
 */
export async function requestEmailChange(
  world: World,
  userId: number,
  input: Proof & { email: string },
): Promise<{ email: string; link: string | null }> {
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) throw new Invalid({ email: [say("email")] });
  await confirmPerson(world, userId, input);
  return transact(world, async (unit) => {
    const person = await lockPerson(unit, userId);
    if (person.email === email) throw new Invalid({ email: [say("same_address")] });
    if (await isHourFull(unit, userId, "email_verification"))
      throw new Invalid({ email: [say("hour_full")] });
    await unit.tx.userToken.updateMany({
      where: { userId, kind: "email_verification", usedAt: null },
      data: { usedAt: unit.now },
    });
    const about = { kind: "email_verification" as const, userId, email };
    const { link, key } = await createLink(world, unit, { ...about, path: "/new-email", validMs: changeMs });
    // The audit log has the action only; the addresses are in the mails.
    await auditPerson(unit, userId, "email.change_asked");
    await notifyBoth(world, unit, person, { email, link, key });
    return { email, link: world.mailer === null ? link : null };
  });
}

/** The new address of a valid link, else null. Reading does not use up the link: mail scanners open links too. */
export async function readEmailChange(
  world: World,
  token: string,
): Promise<{ email: string; language: string } | null> {
  const found = await world.db.userToken.findFirst({
    where: validToken("email_verification", token, world.clock.now()),
    select: { email: true, user: { select: { language: true } } },
  });
  return found?.email ? { email: found.email, language: found.user.language } : null;
}

/**
 * Makes the new address theirs. Every browser is signed out except this one, if it is theirs; earlier mailed links no
 * longer work, and the old address is notified. Throws NotFound when the link is wrong, used or expired, Invalid on
 * `form` when another account has the address.
 */
export async function confirmEmailChange(
  world: World,
  token: string,
  here: { sessionId: string | null },
): Promise<{ userId: number }> {
  const confirmed = transact(world, async (unit) => {
    const [spent] = await unit.tx.userToken.updateManyAndReturn({
      where: validToken("email_verification", token, unit.now),
      data: { usedAt: unit.now },
    });
    if (!spent?.email) throw new NotFound();
    const { userId, email } = spent;
    const person = await lockPerson(unit, userId);
    await unit.tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: unit.now } });
    const ended = await endSessionsIn(unit, userId, here.sessionId ? { except: here.sessionId } : {});
    await spendLinks(unit, userId);
    await auditPerson(unit, userId, "email.changed", { ended });
    await notifyOldAddress(world, unit, person);
    return { userId };
  });
  return confirmed.catch((error: unknown) => {
    if (sqlState(error) !== "23505") throw error;
    throw new Invalid({ form: [say("address_signs_in")] });
  });
}

type LockedPerson = Awaited<ReturnType<typeof lockPerson>>;

async function notifyBoth(
  world: World,
  unit: Unit,
  person: LockedPerson,
  change: { email: string; link: string; key: string },
): Promise<void> {
  const { email, link, key } = change;
  const { name, language } = person;
  await queueMail(unit, {
    to: { email, language },
    kind: "email_change",
    values: { ...placeOf(world), name, link },
    link,
    dedupeKey: `email_change/${key}`,
  });
  await queueMail(unit, {
    to: person,
    kind: "email_change_asked",
    values: { ...placeOf(world), name },
    dedupeKey: `email_change_asked/${key}`,
  });
}

async function notifyOldAddress(world: World, unit: Unit, person: LockedPerson): Promise<void> {
  await queueMail(unit, {
    to: person,
    kind: "email_changed",
    values: { ...placeOf(world), name: person.name },
    dedupeKey: `email_changed/${person.id}/${unit.now.getTime()}`,
  });
}
