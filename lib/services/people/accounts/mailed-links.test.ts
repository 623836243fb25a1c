import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { mailedTokens, newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { isResetToken, requestPasswordReset, resetPassword } from "./change-password";
import { readSignInLink, requestSignInLink, spendSignInLink } from "./mailed-links";
import { readSession, startSession } from "./sessions";
import { type NewAccount, type SignedUp, signUp } from "./sign-up";
import { verifyPassword } from "./verify-password";

const world = testWorld();
let account: NewAccount;
let made: SignedUp;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  made = await signUp(world, account);
});

const ip = "192.0.2.44";
const minuteMs = 60_000;
const password = "entirely new words";

async function ask(): Promise<string> {
  await requestPasswordReset(world, { email: account.email, ip });
  return (await mailedTokens(world, account.email, "password_reset")).at(-1) ?? "";
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
  expect(await mailedTokens(world, account.email, "password_reset")).toHaveLength(5);
});

async function askLink(): Promise<string> {
  await requestSignInLink(world, { email: account.email, ip });
  return (await mailedTokens(world, account.email, "sign_in_link")).at(-1) ?? "";
}

test("looking at a link, as mail scanners do, spends nothing; its button does, once", async () => {
  const token = await askLink();
  expect(await readSignInLink(world, token)).toEqual({ email: account.email });
  expect(await readSignInLink(world, token)).toEqual({ email: account.email });
  const both = await Promise.allSettled([spendSignInLink(world, token), spendSignInLink(world, token)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "fulfilled")).toMatchObject({ value: { userId: made.userId } });
  expect(await readSignInLink(world, token)).toBeNull();
});

test("a link works for 15 minutes", async () => {
  const token = await askLink();
  world.clock.advance(15 * minuteMs - 1);
  expect(await readSignInLink(world, token)).not.toBeNull();
  world.clock.advance(1);
  await expect(spendSignInLink(world, token)).rejects.toThrow(NotFound);
});

test("an unknown address gets the same silence, and no more than five links an hour are sent", async () => {
  await expect(requestSignInLink(world, { email: "nobody@example.com", ip })).resolves.toBeUndefined();
  expect(await world.db.message.count({ where: { recipient: "nobody@example.com" } })).toBe(0);
  for (let asked = 0; asked < 8; asked += 1) await askLink();
  expect(await mailedTokens(world, account.email, "sign_in_link")).toHaveLength(5);
});

test("whoever asks for dozens of links has to pause, whatever the addresses", async () => {
  const from = "198.51.100.99";
  for (let asked = 0; asked < 60; asked += 1)
    await requestSignInLink(world, { email: `nobody-${asked}@example.com`, ip: from });
  await expect(requestSignInLink(world, { email: "nobody@example.com", ip: from })).rejects.toThrow(
    'pause_minutes {"minutes":5}',
  );
});

test("only the fingerprint of the token is kept beside the message, and sellers do not see that message", async () => {
  const token = await askLink();
  const row = await world.db.userToken.findFirstOrThrow({ where: { userId: made.userId } });
  expect(Buffer.from(row.tokenHash).toString("latin1")).not.toContain(token);
  expect(await world.db.message.findFirst({ where: { template: "sign_in_link" } })).toMatchObject({
    storeId: null,
    accountId: null,
  });
});
