import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { normalizeEmail, textProblem } from "@/lib/domain/text";
import { isAboutPerson, isCommonPassword } from "@/lib/domain/weak-password";
import { isPassword, verifyNothing } from "@/lib/providers/passwords";
import type { World } from "@/lib/services/core/world";
import type { SignInWay } from "./person";
import { countSignIn, recordFailure } from "./throttle";

export interface SignedIn {
  userId: number;
  sessionVersion: number;
  isOperator: boolean;
  hasStore: boolean;
  /** The password is not enough: a code of the authenticator app comes next. */
  needsCode: boolean;
  by: SignInWay;
}

export interface PasswordTry {
  email: string;
  password: string;
  ip: string;
  /** Whether the browser has signed this person in before; if absent, it has not. */
  isKnown?: (person: { userId: number; sessionVersion: number }) => Promise<boolean>;
}

/**
 * Verifies an e-mail and its password. A wrong password and an unknown address throw the same Invalid on `password`,
 * after the same time; so do the pauses after many tries (throttle.ts).
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

/** The relations of a user that decide which page comes after signing in. */
export const withStores = {
  memberships: { select: { account: { select: { stores: { select: { id: true }, take: 1 } } } } },
} as const;

/** The result for a person who passed one sign-in method. */
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
  // Bounded, because anybody could make the server hash megabytes of text.
  const bounded = password.slice(0, passwordMaxCharacters * 2);
  return passwordHash ? isPassword(passwordHash, bounded) : verifyNothing(bounded);
}

export const passwordMinCharacters = 10;
export const passwordMaxCharacters = 200;

/**
 * The problem of a new password, or null. Length makes it strong; common passwords are refused, and those that contain
 * one of `about`: the owner's name and address.
 */
export function passwordProblem(password: string, about: readonly string[]): Problem | null {
  const problem = textProblem(password, passwordMaxCharacters);
  if (problem) return problem;
  if ([...password].length < passwordMinCharacters) return say("too_short", { min: passwordMinCharacters });
  if (isCommonPassword(password)) return say("password_common");
  return isAboutPerson(password, about) ? say("password_about_you") : null;
}
