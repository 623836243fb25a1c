import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { readSession } from "./read-session";
import { isResetToken, requestPasswordReset, resetPassword } from "./reset-password";
import { type NewAccount, type SignedUp, signUp } from "./sign-up";
import { startSession } from "./start-session";
import { verifyPassword } from "./verify-password";

const ip = "192.0.2.44";
const minuteMs = 60_000;
const password = "entirely new words";
const world = testWorld();
let account: NewAccount;
let made: SignedUp;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  made = await signUp(world, account);
});

async function mailedTokens(): Promise<string[]> {
  const messages = await world.db.message.findMany({
    where: { recipient: account.email, template: "password_reset" },
    orderBy: { id: "asc" },
  });
  return messages.map((message) => /\/reset-password\/(\S+)/.exec(message.body)?.[1] ?? "");
}

async function ask(): Promise<string> {
  await requestPasswordReset(world, { email: account.email, ip });
  return (await mailedTokens()).at(-1) ?? "";
}

test("the link waits in the outbox while no mail server is set, and only its fingerprint is kept beside it", async () => {
  const token = await ask();
  expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(await world.db.message.findFirst({ where: { recipient: account.email } })).toMatchObject({
    status: "kept",
  });
  const kept = await world.db.userToken.findFirstOrThrow({ where: { userId: made.userId } });
  expect(Buffer.from(kept.tokenHash).toString("utf8")).not.toContain(token);
});

test("an unknown address gets the same silence and no message", async () => {
  await expect(requestPasswordReset(world, { email: "nobody@example.com", ip })).resolves.toBeUndefined();
  await expect(requestPasswordReset(world, { email: "not an address", ip })).resolves.toBeUndefined();
  expect(await world.db.message.count({ where: { recipient: "nobody@example.com" } })).toBe(0);
});

test("a new password works, the old one does not, and every session ends", async () => {
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const { id } = await startSession(world, made.userId, device);
  const session = { id, userId: made.userId, sessionVersion: made.sessionVersion };
  expect(await readSession(world, session)).toMatchObject({ user: { email: account.email } });
  await resetPassword(world, { token: await ask(), password });
  expect(await readSession(world, session)).toBeNull();
  await expect(verifyPassword(world, { email: account.email, password, ip })).resolves.toMatchObject({
    sessionVersion: 2,
  });
  await expect(
    verifyPassword(world, { email: account.email, password: account.password, ip }),
  ).rejects.toThrow(Invalid);
});

test("a link works once, also when it is used twice at the same time", async () => {
  const token = await ask();
  const results = await Promise.allSettled([
    resetPassword(world, { token, password }),
    resetPassword(world, { token, password: `${password} two` }),
  ]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  await expect(resetPassword(world, { token, password })).rejects.toThrow(NotFound);
  expect(await isResetToken(world, token)).toBe(false);
});

test("looking at a link does not spend it, and using one spends the others", async () => {
  const first = await ask();
  const second = await ask();
  expect(await isResetToken(world, first)).toBe(true);
  expect(await isResetToken(world, first)).toBe(true);
  await resetPassword(world, { token: second, password });
  await expect(resetPassword(world, { token: first, password })).rejects.toThrow(NotFound);
});

test("a link works for 30 minutes", async () => {
  const token = await ask();
  world.clock.advance(30 * minuteMs - 1);
  expect(await isResetToken(world, token)).toBe(true);
  world.clock.advance(1);
  await expect(resetPassword(world, { token, password })).rejects.toThrow(NotFound);
});

test("a short password is refused without spending the link", async () => {
  const token = await ask();
  await expect(resetPassword(world, { token, password: "short" })).rejects.toThrow(Invalid);
  await expect(resetPassword(world, { token, password })).resolves.toBeUndefined();
});

test("more than five links an hour are not sent", async () => {
  for (let asked = 0; asked < 8; asked += 1) await ask();
  expect(await mailedTokens()).toHaveLength(5);
});
