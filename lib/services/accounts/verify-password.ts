import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { normalizeEmail } from "@/lib/domain/text";
import { isPassword, verifyNothing } from "@/lib/providers/passwords";
import type { World } from "../world";
import { passwordMaxCharacters } from "./password-rules";
import { countTry, forgetTries } from "./throttle";

export interface SignedIn {
  userId: number;
  sessionVersion: number;
  isOperator: boolean;
  hasStore: boolean;
  /** The password alone does not sign in: a code of the authenticator app comes next. */
  needsCode: boolean;
}

/**
 * Checks who somebody says they are. Wrong password and unknown address are one Invalid on `password`, after the same
 * time. Five tries per (address, network address) are free; after that each wrong one costs a pause of 5 to 15
 * minutes, never more.
 */
export async function verifyPassword(
  world: World,
  input: { email: string; password: string; ip: string },
): Promise<SignedIn> {
  const email = normalizeEmail(input.email).slice(0, 254);
  const subject = `sign-in\n${email}\n${input.ip}`;
  await countTry(world, { subject, freeTries: 5 }, "password");
  const user = await world.db.user.findUnique({
    where: { email },
    include: withStores,
  });
  if (!(await matches(user?.passwordHash ?? null, input.password)) || !user) {
    throw new Invalid({ password: [say("wrong_credentials")] });
  }
  await forgetTries(world, subject);
  return signedInAs(user);
}

/** What is asked of a user to know where they land. */
export const withStores = {
  memberships: { select: { account: { select: { stores: { select: { id: true }, take: 1 } } } } },
} as const;

/** A person who has shown one thing that only they have. */
export function signedInAs(user: {
  id: number;
  sessionVersion: number;
  isOperator: boolean;
  totpConfirmedAt: Date | null;
  memberships: { account: { stores: unknown[] } }[];
}): SignedIn {
  return {
    userId: user.id,
    sessionVersion: user.sessionVersion,
    isOperator: user.isOperator,
    hasStore: user.memberships.some((member) => member.account.stores.length > 0),
    needsCode: user.totpConfirmedAt !== null,
  };
}

/** Asks a signed-in person for their password again before a secret is shown. Invalid on `password` when it is wrong. */
export async function confirmPassword(world: World, userId: number, password: string): Promise<void> {
  const subject = `confirm\n${userId}`;
  await countTry(world, { subject, freeTries: 5 }, "password");
  const user = await world.db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await matches(user?.passwordHash ?? null, password)))
    throw new Invalid({ password: [say("wrong_password")] });
  await forgetTries(world, subject);
}

function matches(passwordHash: string | null, password: string): Promise<boolean> {
  // Hashing a text of megabytes would be work that anybody could order.
  const bounded = password.slice(0, passwordMaxCharacters * 2);
  return passwordHash ? isPassword(passwordHash, bounded) : verifyNothing(bounded);
}
