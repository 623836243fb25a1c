import { type Problem, say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { normalizeEmail, textProblem } from "@/lib/domain/text";
import { isAboutPerson, isCommonPassword } from "@/lib/domain/weak-password";
import { isPassword, verifyNothing } from "@/lib/providers/passwords";
import type { World } from "@/lib/services/core/world";
import { countSignIn, recordFailure } from "./sign-in-limits";
import type { SignInWay } from "./sign-in-log";

export interface SignedIn {
  userId: number;
  sessionVersion: number;
  isOperator: boolean;
  hasStore: boolean;
  /** The password alone does not sign in: a code of the authenticator app comes next. */
  needsCode: boolean;
  by: SignInWay;
}

export interface PasswordTry {
  email: string;
  password: string;
  ip: string;
  /** Whether the browser has signed this person in before; without it none has. */
  isKnown?: (person: { userId: number; sessionVersion: number }) => Promise<boolean>;
}

/**
 * Checks who somebody says they are. Wrong password and unknown address are one Invalid on `password`, after the same
 * time, and so are the pauses that many tries bring (sign-in-limits.ts).
 */
export async function verifyPassword(world: World, input: PasswordTry): Promise<SignedIn> {
  const email = normalizeEmail(input.email).slice(0, 254);
  const user = await world.db.user.findUnique({ where: { email }, include: withStores });
  const isKnown =
    user !== null &&
    (await input.isKnown?.({ userId: user.id, sessionVersion: user.sessionVersion })) === true;
  const tries = await countSignIn(world, { email, ip: input.ip, isKnown });
  if (!(await matches(user?.passwordHash ?? null, input.password)) || !user) {
    await recordFailure(world, user, { ip: input.ip, isPaused: tries.beginsPause });
    throw new Invalid({ password: [say("wrong_credentials")] });
  }
  await tries.wasRight();
  return signedInAs(user, "password");
}

/** What is asked of a user to know where they land. */
export const withStores = {
  memberships: { select: { account: { select: { stores: { select: { id: true }, take: 1 } } } } },
} as const;

/** A person who has shown one thing that only they have. */
export function signedInAs(
  user: {
    id: number;
    sessionVersion: number;
    isOperator: boolean;
    totpConfirmedAt: Date | null;
    memberships: { account: { stores: unknown[] } }[];
  },
  by: SignInWay,
): SignedIn {
  return {
    by,
    userId: user.id,
    sessionVersion: user.sessionVersion,
    isOperator: user.isOperator,
    hasStore: user.memberships.some((member) => member.account.stores.length > 0),
    needsCode: user.totpConfirmedAt !== null,
  };
}

export function matches(passwordHash: string | null, password: string): Promise<boolean> {
  // Hashing a text of megabytes would be work that anybody could order.
  const bounded = password.slice(0, passwordMaxCharacters * 2);
  return passwordHash ? isPassword(passwordHash, bounded) : verifyNothing(bounded);
}

export const passwordMinCharacters = 10;
export const passwordMaxCharacters = 200;

/**
 * The problem of a new password, or null. Length is what makes one strong; what is guessed first is refused, and
 * what is `about` its owner: their name and their address.
 */
export function passwordProblem(password: string, about: readonly string[]): Problem | null {
  const problem = textProblem(password, passwordMaxCharacters);
  if (problem) return problem;
  if ([...password].length < passwordMinCharacters) return say("too_short", { min: passwordMinCharacters });
  if (isCommonPassword(password)) return say("password_common");
  return isAboutPerson(password, about) ? say("password_about_you") : null;
}
