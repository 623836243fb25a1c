import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPassword } from "./confirm-person";
import { createLink, isHourFull, validToken } from "./mailed-token";
import { lockPerson } from "./person";
import { proveAddress } from "./prove-address";

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
