import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSession, startSession } from "@/lib/services/people/accounts/sessions";
import { type NewAccount, signUp } from "@/lib/services/people/accounts/sign-up";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { nextAuthOptions, sessionClaims } from "./session";

const world = testWorld();
let account: NewAccount;
let userId: number;

beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));
beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
});

test("next-auth's sign-out ends the row of the session", async () => {
  const device = { userAgent: "", ip: "198.51.100.7", isKnown: true, by: "password" as const };
  const { id } = await startSession(world, userId, device);
  const { sessionVersion } = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  const token = { sub: String(userId), sessionVersion, sid: id };
  const claims = sessionClaims(token);
  if (!claims) throw new Error("the token has no session");
  expect(await readSession(world, claims)).toMatchObject({ user: { id: userId } });
  await nextAuthOptions().events?.signOut?.({ token, session: { expires: "" } });
  expect(await readSession(world, claims)).toBeNull();
});

test("nobody signs in by next-auth's routes", () => {
  expect(nextAuthOptions().providers).toEqual([]);
});

test("a token without a session of ours says nothing", () => {
  expect(sessionClaims(null)).toBeNull();
  expect(sessionClaims({ sub: "1", sessionVersion: 1 })).toBeNull();
  expect(sessionClaims({ sub: "x", sessionVersion: 1, sid: "ses_1" })).toBeNull();
});
