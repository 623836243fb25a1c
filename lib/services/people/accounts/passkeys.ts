import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import {
  type AuthenticationResponseJSON,
  allowsPasskeys,
  authenticationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from "@/lib/providers/passkeys";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { confirmPerson, type Proof } from "./confirm-person";
import { recordChange } from "./person";
import { countTry, giveBackTry } from "./throttle";
import { type SignedIn, signedInAs, withStores } from "./verify-password";

const passkeysMax = 20;

export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The passkeys of a person, oldest first, and whether this site supports passkeys. */
export async function listPasskeys(
  world: World,
  userId: number,
): Promise<{ isPossible: boolean; passkeys: ListedPasskey[] }> {
  const passkeys = await world.db.passkey.findMany({
    where: { userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "asc" },
    take: passkeysMax,
  });
  return { isPossible: allowsPasskeys(world.config.siteUrl), passkeys };
}

/**
 * The options for the browser to create a passkey, after the password was confirmed. The challenge belongs to this
 * person and this browser and must be used within minutes. Throws Invalid on `name`, `password`, `code`, or `form` at
 * the twenty-first.
 */
export async function beginPasskey(
  world: World,
  userId: number,
  input: Proof & { name: string },
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON }> {
  // Checked before the phone creates a passkey that would not be stored.
  requireName(input.name);
  await confirmPerson(world, userId, input);
  const user = await world.db.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
  if (user.passkeys.length >= passkeysMax)
    throw new Invalid({ form: [say("passkeys_full", { max: passkeysMax })] });
  const handle = world.secrets.mac("passkey-person", String(userId));
  const person = { handle, email: user.email, name: user.name, known: user.passkeys };
  return { options: await registrationOptions(siteOf(world), person, world.random.bytes(32)) };
}

/** Stores the passkey that the browser created for this challenge. Throws Invalid on `name` or `form`. */
export async function addPasskey(
  world: World,
  userId: number,
  input: { challenge: string; response: RegistrationResponseJSON; name: string },
): Promise<void> {
  const name = requireName(input.name);
  const made = await verifyRegistration(siteOf(world), input.response, input.challenge);
  if (!made) throw new Invalid({ form: [say("passkey_unchecked")] });
  await transact(world, async (unit) => {
    const row = { ...made, counter: BigInt(made.counter), userId, name, createdAt: unit.now };
    const { count } = await unit.tx.passkey.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new Invalid({ form: [say("passkey_used")] });
    await recordChange(world, unit, userId, {
      action: "passkey.added",
      change: said("change.passkey_added", { passkey: name }),
    });
  });
}

/** Throws NotFound, or Invalid on `name`. */
export async function renamePasskey(world: World, userId: number, id: string, typed: string): Promise<void> {
  const name = requireName(typed);
  const { count } = await world.db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw new NotFound();
}

/** Removes a passkey; it can no longer sign in. Throws NotFound, or Invalid on `password` or `code`. */
export async function removePasskey(
  world: World,
  userId: number,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await confirmPerson(world, userId, proof);
  await transact(world, async (unit) => {
    const found = await unit.tx.passkey.findFirst({ where: { id, userId } });
    const { count } = await unit.tx.passkey.deleteMany({ where: { id, userId } });
    if (!found || count === 0) throw new NotFound();
    await recordChange(world, unit, userId, {
      action: "passkey.removed",
      change: said("change.passkey_removed", { passkey: found.name }),
    });
  });
}

/** The site for which an authenticator creates its keys. */
export function siteOf(world: World) {
  return { name: world.config.serviceName, siteUrl: world.config.siteUrl };
}

function requireName(typed: string): string {
  const name = typed.trim();
  const problem = name === "" ? say("passkey_name") : lineProblem(name, 100);
  if (problem) throw new Invalid({ name: [problem] });
  return name;
}

/** The options for the browser; the person is unknown until it answers. Store `issuedAt` with the challenge. */
export async function beginPasskeySignIn(
  world: World,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; issuedAt: number }> {
  const options = await authenticationOptions(siteOf(world), world.random.bytes(32));
  return { options, issuedAt: world.clock.now().getTime() };
}

/**
 * Verifies a passkey and returns its owner. The passkey itself required a finger, face or PIN, so no code is needed. An
 * answer works once: its challenge must be newer than the last use. Throws Invalid on `form`, with the same sentence
 * for every problem; many tries from one address bring pauses.
 */
export async function verifyPasskey(
  world: World,
  input: { challenge: string; issuedAt: number; response: AuthenticationResponseJSON; ip: string },
): Promise<SignedIn> {
  const subject = `passkey\n${addressBlock(input.ip)}`;
  const counted = await countTry(world, { subject, freeTries: limits.passkeys.free }, "form");
  const passkey = await world.db.passkey.findUnique({ where: { id: input.response.id } });
  const kept = passkey && {
    id: passkey.id,
    publicKey: new Uint8Array(passkey.publicKey),
    counter: Number(passkey.counter),
  };
  const verified = kept && (await verifyAuthentication(siteOf(world), input.response, input.challenge, kept));
  if (!verified || !(await isFirstUse(world, { ...kept, ...input, counter: verified.counter })))
    throw new Invalid({ form: [say("passkey_unknown")] });
  const user = await world.db.user.findUniqueOrThrow({
    where: { id: passkey.userId },
    include: withStores,
  });
  await giveBackTry(world, counted);
  return { ...signedInAs(user, "passkey"), needsCode: false };
}

/** Stores the use, unless the passkey was used after the challenge was created: then the answer is a replay. */
async function isFirstUse(
  world: World,
  use: { id: string; issuedAt: number; counter: number },
): Promise<boolean> {
  const { count } = await world.db.passkey.updateMany({
    where: { id: use.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(use.issuedAt) } }] },
    data: { counter: BigInt(use.counter), lastUsedAt: world.clock.now() },
  });
  return count > 0;
}
