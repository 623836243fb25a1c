import { beforeEach, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { testWorld } from "../testing/world";
import { type NewAccount, signUp } from "./sign-up";
import { newAccount } from "./testing";
import { confirmPassword, verifyPassword } from "./verify-password";

const minuteMs = 60_000;
const world = testWorld();
let account: NewAccount;
let userId: number;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
});

const ip = "198.51.100.7";
const right = () => ({ email: account.email, password: account.password, ip });
const wrong = () => ({ ...right(), password: "not the password" });

async function sentenceOf(tried: Promise<unknown>): Promise<string> {
  const error = await tried.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Invalid);
  return JSON.stringify((error as Invalid).errors);
}

test("the right password signs in, however the address is written", async () => {
  const signedIn = await verifyPassword(world, { ...right(), email: ` ${account.email.toUpperCase()}` });
  expect(signedIn).toEqual({
    userId,
    sessionVersion: 1,
    isOperator: false,
    hasStore: true,
    needsCode: false,
  });
});

test("a wrong password and an unknown address get the same answer", async () => {
  const known = await sentenceOf(verifyPassword(world, wrong()));
  const unknown = await sentenceOf(verifyPassword(world, { ...wrong(), email: "nobody@example.com" }));
  expect(known).toBe(unknown);
});

test("an unknown address is paused like a known one, so the pause tells nothing", async () => {
  const nobody = { ...wrong(), email: `nobody-${userId}@example.com` };
  for (let tried = 0; tried < 5; tried += 1) await sentenceOf(verifyPassword(world, nobody));
  expect(await sentenceOf(verifyPassword(world, nobody))).toContain("Try again in 5 minutes.");
});

test("after five wrong tries even the right password waits 5, then 10, then 15 minutes and never longer", async () => {
  for (let tried = 0; tried < 5; tried += 1) await sentenceOf(verifyPassword(world, wrong()));
  for (const minutes of [5, 10, 15, 15]) {
    expect(await sentenceOf(verifyPassword(world, right()))).toContain(`Try again in ${minutes} minutes.`);
    world.clock.advance(minutes * minuteMs);
    await sentenceOf(verifyPassword(world, wrong()));
  }
  world.clock.advance(15 * minuteMs);
  await expect(verifyPassword(world, right())).resolves.toMatchObject({ userId });
});

test("tries during a pause do not make it longer", async () => {
  for (let tried = 0; tried < 20; tried += 1) await sentenceOf(verifyPassword(world, wrong()));
  world.clock.advance(5 * minuteMs);
  await expect(verifyPassword(world, right())).resolves.toMatchObject({ userId });
});

test("somebody elsewhere does not lock the owner out", async () => {
  for (let tried = 0; tried < 6; tried += 1)
    await sentenceOf(verifyPassword(world, { ...wrong(), ip: "203.0.113.9" }));
  await expect(verifyPassword(world, right())).resolves.toMatchObject({ userId });
});

test("a hundred tries at once are counted as such: at most five are looked at", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => sentenceOf(verifyPassword(world, wrong()))),
  );
  expect(answers.filter((answer) => answer.includes("is wrong"))).toHaveLength(5);
});

test("a success makes earlier mistakes forgotten", async () => {
  for (let tried = 0; tried < 4; tried += 1) await sentenceOf(verifyPassword(world, wrong()));
  await verifyPassword(world, right());
  for (let tried = 0; tried < 4; tried += 1) await sentenceOf(verifyPassword(world, wrong()));
  await expect(verifyPassword(world, right())).resolves.toMatchObject({ userId });
});

test("neither addresses nor e-mails are kept with the counts", async () => {
  await sentenceOf(verifyPassword(world, wrong()));
  const rows = await world.db.signInThrottle.findMany();
  for (const row of rows) expect(row.subject).toMatch(/^[\w-]{43}$/);
});

test("a signed-in person confirms their own password before a secret is shown", async () => {
  await expect(confirmPassword(world, userId, account.password)).resolves.toBeUndefined();
  await expect(confirmPassword(world, userId, "something else")).rejects.toThrow(
    "This is not your password.",
  );
});
