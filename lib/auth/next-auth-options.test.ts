import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { totpCode } from "@/lib/providers/totp";
import { readSession } from "@/lib/services/accounts/read-session";
import { type NewAccount, signUp } from "@/lib/services/accounts/sign-up";
import { newAccount } from "@/lib/services/accounts/testing";
import { beginTwoStep, confirmTwoStep, readTwoStep } from "@/lib/services/accounts/two-step";
import { testWorld } from "@/lib/services/testing/world";
import { nextAuthOptions } from "./next-auth-options";
import { sessionClaims } from "./session";

const world = testWorld();
let account: NewAccount;
let userId: number;

beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));
beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
});

/** Signs in as next-auth's own routes do. */
async function authorize(code?: string) {
  const [provider] = nextAuthOptions().providers;
  const given = { email: account.email, password: account.password, code };
  const headers = { "x-client-ip": "198.51.100.7", "user-agent": "Firefox/141.0" };
  const signedIn = await provider?.options?.authorize?.(given, { headers });
  const jwt = nextAuthOptions().callbacks?.jwt;
  if (!signedIn || !jwt) throw new Error("nobody was signed in");
  return jwt({ token: {}, user: signedIn, account: null });
}

test("next-auth's routes start a session of the same kind, and their sign-out ends its row", async () => {
  const token = await authorize();
  const claims = sessionClaims(token);
  if (!claims) throw new Error("the token has no session");
  expect(await readSession(world, claims)).toMatchObject({ user: { id: userId } });
  await nextAuthOptions().events?.signOut?.({ token, session: { expires: "" } });
  expect(await readSession(world, claims)).toBeNull();
});

test("with two-step sign-in on, the password alone signs in nobody there either", async () => {
  await beginTwoStep(world, userId, account.password);
  const begun = await readTwoStep(world, userId);
  if (begun.state !== "begun") throw new Error("it was not begun");
  await confirmTwoStep(world, userId, totpCode(begun.secret, world.clock.now()));
  world.clock.advance(30_000);
  const before = await world.db.session.count({ where: { userId } });
  await expect(authorize()).rejects.toThrow("This code is wrong");
  await expect(authorize("000000")).rejects.toThrow("This code is wrong");
  expect(await world.db.session.count({ where: { userId } })).toBe(before);
  expect(sessionClaims(await authorize(totpCode(begun.secret, world.clock.now())))).toMatchObject({ userId });
});

test("a token without a session of ours says nothing", () => {
  expect(sessionClaims(null)).toBeNull();
  expect(sessionClaims({ sub: "1", sessionVersion: 1 })).toBeNull();
  expect(sessionClaims({ sub: "x", sessionVersion: 1, sid: "ses_1" })).toBeNull();
});
