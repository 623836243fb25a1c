import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { auditPerson } from "./sign-in-log";
import { type CountedTry, countTry, forgetTries, giveBackTry } from "./throttle";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export interface SignInTries {
  /** The password was right: the count of this try is undone. */
  wasRight(): Promise<void>;
  /** Whether this try starts the pause of all unknown browsers for this account. */
  beginsPause: boolean;
}

/**
 * Counts a password try before the password is checked. A browser that has signed this person in before has its own
 * count, so that strangers' guesses never lock out the owner. All others are counted three times: by e-mail and
 * network, by network, and by account. An unknown address is counted in the same way. Throws Invalid on `password`
 * while a pause lasts.
 */
export async function countSignIn(
  world: World,
  { email, ip, isKnown }: { email: string; ip: string; isKnown: boolean },
): Promise<SignInTries> {
  const now = world.clock.now().getTime();
  const block = addressBlock(ip);
  if (isKnown) {
    const subject = `sign-in known\n${email}`;
    await countTry(world, { subject, freeTries: limits.signInKnown.free }, "password");
    return { wasRight: () => forgetTries(world, subject), beginsPause: false };
  }
  const pair = `sign-in\n${email}\n${block}`;
  await countTry(world, { subject: pair, freeTries: limits.signIn.free }, "password");
  const network = `sign-in network\n${block}\n${Math.floor(now / hourMs)}`;
  const shared: CountedTry[] = [];
  shared.push(
    await countTry(world, { subject: network, freeTries: limits.signInOfNetwork.free }, "password"),
  );
  const account = `sign-in account\n${email}\n${Math.floor(now / dayMs)}`;
  const counted = await countTry(
    world,
    { subject: account, freeTries: limits.signInOfAccount.free },
    "password",
  );
  shared.push(counted);
  return {
    async wasRight() {
      await forgetTries(world, pair);
      for (const one of shared) await giveBackTry(world, one);
    },
    beginsPause: counted.failures === limits.signInOfAccount.free,
  };
}

/**
 * Logs a wrong password in the audit log under its person; an unknown address is logged too, so that both take the same
 * time. If the account's pause for strangers begins, the person is notified, once a day.
 */
export async function recordFailure(
  world: World,
  user: { id: number; email: string; name: string; language: string } | null,
  { ip, isPaused }: { ip: string; isPaused: boolean },
): Promise<void> {
  await transact(world, async (unit) => {
    await unit.audit(
      { actor: "visitor" },
      {
        action: "sign_in.failed",
        target: user ? `user:${user.id}` : "nobody",
        details: { by: "password", ip },
      },
    );
    if (!isPaused || !user) return;
    await auditPerson(unit, user.id, "sign_in.paused", { tries: limits.signInOfAccount.free });
    await queueMail(unit, {
      to: user,
      kind: "sign_in_tries",
      values: { ...placeOf(world), name: user.name, tries: limits.signInOfAccount.free },
      dedupeKey: `sign_in_tries/${user.id}/${unit.now.toISOString().slice(0, 10)}`,
    });
  });
}
