import { beforeEach, expect, test } from "vitest";
import { mailedTokens, newAccount } from "@/lib/testing/accounts";
import { totpCode } from "@/lib/testing/totp";
import { testWorld } from "@/lib/testing/world";
import { requestPasswordReset, resetPassword } from "./change-password";
import { requestSignInLink, spendSignInLink } from "./mailed-links";
import { readSession, startSession } from "./sessions";
import { type NewAccount, type SignedUp, signUp } from "./sign-up";
import { beginTwoStep, confirmTwoStep, readTwoStep } from "./two-step";
import { verifyPassword } from "./verify-password";

const ip = "198.51.100.7";
const world = testWorld();
let account: NewAccount;
let made: SignedUp;

/** Somebody signs up in the name of another, and leaves every way back in that there is. */
beforeEach(async () => {
  account = newAccount(world, { ip: null });
  made = await signUp(world, account);
  const { userId } = made;
  const row = { userId, name: "Phone", publicKey: new Uint8Array(4), counter: 0n, transports: [] };
  const now = world.clock.now();
  await world.db.passkey.create({ data: { ...row, id: `key-${userId}`, createdAt: now } });
});

const verified = () =>
  world.db.user.update({ where: { id: made.userId }, data: { emailVerifiedAt: world.clock.now() } });
const passkeys = () => world.db.passkey.count({ where: { userId: made.userId } });
const device = { userAgent: "", ip: null, isKnown: false, by: "password" as const };

async function turnTwoStepOn(): Promise<void> {
  await beginTwoStep(world, made.userId, account.password);
  const begun = await readTwoStep(world, made.userId);
  if (begun.state !== "begun") throw new Error("it was not begun");
  await confirmTwoStep(world, made.userId, totpCode(begun.secret, world.clock.now()));
}

const mailed = async (template: string) => (await mailedTokens(world, account.email, template)).at(-1) ?? "";

const reset = async (isKnown = async () => false) => {
  await requestPasswordReset(world, { email: account.email, ip });
  await resetPassword(world, {
    token: await mailed("password_reset"),
    password: "four new plain words",
    isKnown,
  });
};
const link = async (isKnown = async () => false) => {
  await requestSignInLink(world, { email: account.email, ip });
  return spendSignInLink(world, await mailed("sign_in_link"), { isKnown });
};

test("a new password takes passkeys and sessions away and says so; the second step stays", async () => {
  await verified();
  await turnTwoStepOn();
  const { id } = await startSession(world, made.userId, device);
  await reset();
  expect(await passkeys()).toBe(0);
  expect(await readSession(world, { id, userId: made.userId, sessionVersion: 1 })).toBeNull();
  expect(await readTwoStep(world, made.userId)).toMatchObject({ state: "on" });
  const mail = await world.db.message.findFirstOrThrow({
    where: { recipient: account.email, template: "password_changed" },
  });
  expect(mail.body).toContain("Your passkeys were removed");
});

test("a mailed link in another browser signs in, and takes nothing from whoever made the account", async () => {
  const { id } = await startSession(world, made.userId, device);
  expect(await link()).toMatchObject({ userId: made.userId, needsCode: false, sessionVersion: 1 });
  expect(await passkeys()).toBe(1);
  expect(await readSession(world, { id, userId: made.userId, sessionVersion: 1 })).not.toBeNull();
  await expect(verifyPassword(world, { ...account, ip })).resolves.toMatchObject({ userId: made.userId });
  const user = await world.db.user.findUniqueOrThrow({ where: { id: made.userId } });
  expect(user.emailVerifiedAt).toBeNull();
  // Whoever only reads the mail is not remembered as the person.
  for (const [by, showsPerson] of [
    ["link", false],
    ["password", true],
  ] as const)
    expect(await startSession(world, made.userId, { ...device, by })).toMatchObject({ showsPerson });
});

test("whoever sets a new password for an address that was never shown gets it without what a stranger left there", async () => {
  await turnTwoStepOn();
  const { id } = await startSession(world, made.userId, device);
  const { storeId, userId } = made;
  const secretSealed = world.secrets.seal("whsec");
  await world.db.webhookEndpoint.create({
    data: {
      storeId,
      livemode: true,
      url: "https://x.example/",
      types: [],
      secretSealed,
      createdAt: world.clock.now(),
    },
  });
  await world.db.apiKey.create({
    data: {
      ...{ storeId, livemode: true, name: "server", hash: new Uint8Array([userId, 1, 2, 3]), last4: "abcd" },
      ...{ createdBy: userId, createdAt: world.clock.now() },
    },
  });
  await reset();
  await expect(
    verifyPassword(world, { email: account.email, password: "four new plain words", ip }),
  ).resolves.toMatchObject({ needsCode: false });
  expect(await passkeys()).toBe(0);
  expect(await readTwoStep(world, userId)).toEqual({ state: "off" });
  expect(await readSession(world, { id, userId, sessionVersion: 1 })).toBeNull();
  await expect(verifyPassword(world, { ...account, ip })).rejects.toThrow();
  expect(await world.db.apiKey.count({ where: { storeId } })).toBe(0);
  const logged = { storeId, action: "api_key.deleted", details: { path: ["last4"], equals: "abcd" } };
  expect(await world.db.auditEntry.count({ where: logged })).toBe(1);
  expect(await world.db.webhookEndpoint.count({ where: { storeId, deletedAt: null } })).toBe(0);
  const mails = { recipient: account.email, template: "address_proven" };
  expect(await world.db.message.count({ where: mails })).toBe(1);
});

test("in a browser that the person signed in with before, a mailed link takes nothing away", async () => {
  await link(async () => true);
  expect(await passkeys()).toBe(1);
  await expect(verifyPassword(world, { ...account, ip })).resolves.toMatchObject({ userId: made.userId });
  const user = await world.db.user.findUniqueOrThrow({ where: { id: made.userId } });
  expect(user.emailVerifiedAt).not.toBeNull();
});
