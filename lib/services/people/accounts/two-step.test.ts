import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { newAccount } from "@/lib/testing/accounts";
import { totpCode } from "@/lib/testing/totp";
import { testWorld } from "@/lib/testing/world";
import { changePassword } from "./change-password";
import { verifySecondStep } from "./confirm-person";
import { beginPasskey, removePasskey } from "./passkeys";
import { type NewAccount, signUp } from "./sign-up";
import { beginTwoStep, confirmTwoStep, readTwoStep, renewRecoveryCodes, turnOffTwoStep } from "./two-step";
import { requestEmailChange } from "./verify-address";
import { verifyPassword } from "./verify-password";

const halfMinuteMs = 30_000;
const ip = "198.51.100.7";
const world = testWorld();
let account: NewAccount;
let userId: number;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
});

async function secretOf(): Promise<string> {
  const state = await readTwoStep(world, userId);
  if (state.state !== "begun") throw new Error(`two-step is ${state.state}`);
  return state.secret;
}

/** Turns it on, and moves to the next half minute, so that the next code is one that was not used. */
async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  await beginTwoStep(world, userId, account.password);
  const secret = await secretOf();
  const codes = await confirmTwoStep(world, userId, totpCode(secret, world.clock.now()));
  world.clock.advance(halfMinuteMs);
  return { secret, codes };
}

const step = (code: string, sessionVersion = 1) => verifySecondStep(world, { userId, sessionVersion, code });
const now = (secret: string) => totpCode(secret, world.clock.now());
const wrong = "wrong_code";

test("it is begun with the password, shown as QR code and secret, and on once a code of it was typed", async () => {
  await expect(beginTwoStep(world, userId, "not the password")).rejects.toThrow(Invalid);
  expect(await readTwoStep(world, userId)).toEqual({ state: "off" });
  await beginTwoStep(world, userId, account.password);
  expect(await readTwoStep(world, userId)).toMatchObject({
    state: "begun",
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    qrSvg: expect.stringContaining("<svg"),
  });
  await expect(confirmTwoStep(world, userId, "000000")).rejects.toThrow(Invalid);
  expect(await verifyPassword(world, { ...account, ip })).toMatchObject({ needsCode: false });
  const codes = await confirmTwoStep(world, userId, ` ${now(await secretOf()).replace(/^(...)/, "$1 ")}`);
  expect(new Set(codes).size).toBe(10);
  expect(await readTwoStep(world, userId)).toMatchObject({ state: "on", recoveryCodesLeft: 10 });
  expect(await verifyPassword(world, { ...account, ip })).toMatchObject({ needsCode: true });
});

test("the secret is sealed and the recovery codes are kept as fingerprints", async () => {
  const { secret, codes } = await turnOn();
  const row = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  const kept = Buffer.concat([Buffer.from(row.totpSealed ?? []), ...row.recoveryHashes]).toString("latin1");
  for (const plain of [secret, ...codes]) expect(kept).not.toContain(plain);
  expect(row.recoveryHashes.every((hash) => hash.length === 32)).toBe(true);
});

test("a code signs in once, also when it is sent twice at the same time", async () => {
  const { secret } = await turnOn();
  const code = now(secret);
  const both = await Promise.allSettled([step(code), step(code)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(step(code)).rejects.toThrow(wrong);
  world.clock.advance(halfMinuteMs);
  await expect(step(code)).rejects.toThrow(wrong);
  await expect(step(now(secret))).resolves.toMatchObject({ userId });
});

test("the code that turned it on does not sign in, nor does one from before the last", async () => {
  await beginTwoStep(world, userId, account.password);
  const secret = await secretOf();
  const code = now(secret);
  await confirmTwoStep(world, userId, code);
  await expect(step(code)).rejects.toThrow(wrong);
  world.clock.advance(2 * halfMinuteMs);
  const before = totpCode(secret, new Date(world.clock.now().getTime() - halfMinuteMs));
  await step(now(secret));
  await expect(step(before)).rejects.toThrow(wrong);
});

test("a recovery code signs in once, is told by mail, and the others go on", async () => {
  const { codes } = await turnOn();
  const [first = "", second = ""] = codes;
  await expect(step(first.toUpperCase().replaceAll("-", " "))).resolves.toMatchObject({ userId });
  await expect(step(first)).rejects.toThrow(wrong);
  await expect(step(second)).resolves.toMatchObject({ userId });
  expect(await readTwoStep(world, userId)).toMatchObject({ recoveryCodesLeft: 8 });
  const told = await world.db.message.findMany({
    where: { recipient: account.email, template: "two_step.code_used" },
  });
  expect(told).not.toEqual([]);
});

test("after five wrong codes even the right one waits, 5 minutes at first", async () => {
  const { secret, codes } = await turnOn();
  for (let tried = 0; tried < 5; tried += 1) await expect(step("000000")).rejects.toThrow(wrong);
  await expect(step(now(secret))).rejects.toThrow('pause_minutes {"minutes":5}');
  await expect(step(codes[0] ?? "")).rejects.toThrow('pause_minutes {"minutes":5}');
  world.clock.advance(5 * 60_000);
  await expect(step(now(secret))).resolves.toMatchObject({ userId });
});

test("who was signed out everywhere begins again with the password", async () => {
  const { secret } = await turnOn();
  await expect(step(now(secret), 2)).rejects.toThrow(wrong);
});

test("it is off with the password and a code, and then no code is asked for and none counts", async () => {
  const { secret } = await turnOn();
  const { password } = account;
  const code = now(secret);
  await expect(turnOffTwoStep(world, userId, { password: "not the password", code })).rejects.toThrow(
    Invalid,
  );
  await expect(turnOffTwoStep(world, userId, { password })).rejects.toThrow("code: code");
  await expect(turnOffTwoStep(world, userId, { password, code: "000000" })).rejects.toThrow(wrong);
  expect(await readTwoStep(world, userId)).toMatchObject({ state: "on" });
  await turnOffTwoStep(world, userId, { password, code });
  expect(await verifyPassword(world, { ...account, ip })).toMatchObject({ needsCode: false });
  await expect(step(code)).rejects.toThrow(wrong);
  await expect(renewRecoveryCodes(world, userId, { password })).rejects.toThrow(NotFound);
});

test("new recovery codes take the place of the old ones, for a code of the app or an old one", async () => {
  const { codes } = await turnOn();
  const { password } = account;
  const fresh = await renewRecoveryCodes(world, userId, { password, code: codes[1] ?? "" });
  await expect(step(codes[0] ?? "")).rejects.toThrow(wrong);
  await expect(step(fresh[0] ?? "")).resolves.toMatchObject({ userId });
});

test("where two steps are on, the password alone changes no way to sign in", async () => {
  await turnOn();
  const { password } = account;
  const newPassword = "four other plain words";
  const acts = [
    () => changePassword(world, { userId, sessionId: "ses_1" }, { password, newPassword }),
    () => requestEmailChange(world, userId, { password, email: "new@example.com" }),
    () => beginPasskey(world, userId, { password, name: "Phone" }),
    () => removePasskey(world, userId, { password, id: "none" }),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ errors: { code: [say("code")] } });
});

test("while it is on it cannot be begun or confirmed anew", async () => {
  const { secret } = await turnOn();
  await beginTwoStep(world, userId, account.password);
  await expect(confirmTwoStep(world, userId, now(secret))).rejects.toThrow(NotFound);
  await expect(step(now(secret))).resolves.toMatchObject({ userId });
});
