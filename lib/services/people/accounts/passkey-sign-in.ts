import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Invalid, say } from "@/lib/domain/refusal";
import {
  type AuthenticationResponseJSON,
  authenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthentication,
} from "@/lib/providers/passkeys";
import type { World } from "@/lib/services/core/world";
import { siteOf } from "./passkeys";
import { countTry, giveBackTry } from "./throttle";
import { type SignedIn, signedInAs, withStores } from "./verify-password";

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
