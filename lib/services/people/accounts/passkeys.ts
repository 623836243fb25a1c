import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import {
  allowsPasskeys,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  registrationOptions,
  verifyRegistration,
} from "@/lib/providers/passkeys";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { confirmPerson, type Proof } from "./confirm-person";
import { recordChange } from "./person";

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
