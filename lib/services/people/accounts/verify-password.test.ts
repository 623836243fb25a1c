import { beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/domain/limits";
import { Invalid } from "@/lib/domain/refusal";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { confirmPerson } from "./confirm-person";
import { type NewAccount, signUp } from "./sign-up";
import { verifyPassword } from "./verify-password";

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
    by: "password",
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
  expect(await sentenceOf(verifyPassword(world, nobody))).toContain(
    '"code":"pause_minutes","values":{"minutes":5}',
  );
});

test("after five wrong tries even the right password waits 5, then 10, then 15 minutes and never longer", async () => {
  for (let tried = 0; tried < 5; tried += 1) await sentenceOf(verifyPassword(world, wrong()));
  for (const minutes of [5, 10, 15, 15]) {
    expect(await sentenceOf(verifyPassword(world, right()))).toContain(
      `"code":"pause_minutes","values":{"minutes":${minutes}}`,
    );
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
  expect(answers.filter((answer) => answer.includes("wrong_credentials"))).toHaveLength(5);
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
  await expect(confirmPerson(world, userId, account)).resolves.toBeUndefined();
  await expect(confirmPerson(world, userId, { password: "something else" })).rejects.toThrow(
    "wrong_password",
  );
});

test("one account is not guessed at from many networks: after twenty wrong tries strangers wait, and the owner is told once", async () => {
  const from = (place: number) => ({ ...wrong(), ip: `203.0.113.${place}` });
  const answers: string[] = [];
  for (let place = 0; place < 30; place += 1)
    answers.push(await sentenceOf(verifyPassword(world, from(place))));
  expect(answers.filter((answer) => answer.includes("wrong_credentials"))).toHaveLength(
    limits.signInOfAccount.free,
  );
  expect(answers.at(-1)).toContain('"code":"pause_minutes","values":{"minutes":5}');
  const told = await world.db.message.findMany({
    where: { recipient: account.email, template: "sign_in_tries" },
  });
  expect(told).toHaveLength(1);
  const failed = { target: `user:${userId}`, action: "sign_in.failed" };
  expect(await world.db.auditEntry.count({ where: failed })).toBe(limits.signInOfAccount.free);
});

test("a browser that signed this person in before is let in whatever strangers guess, and has tries of its own", async () => {
  for (let place = 0; place < 25; place += 1)
    await sentenceOf(verifyPassword(world, { ...wrong(), ip: `192.0.2.${place}` }));
  await expect(verifyPassword(world, { ...right(), ip: "192.0.2.200" })).rejects.toThrow(Invalid);
  const isKnown = async (person: { userId: number }) => person.userId === userId;
  await expect(verifyPassword(world, { ...right(), isKnown })).resolves.toMatchObject({ userId });
  for (let tried = 0; tried < limits.signInKnown.free; tried += 1)
    await sentenceOf(verifyPassword(world, { ...wrong(), isKnown }));
  await expect(verifyPassword(world, { ...right(), isKnown })).rejects.toThrow('pause_minutes {"minutes":5}');
});

test("one network does not try every account, and a /64 of IPv6 is one network", async () => {
  const probe = (nth: number) =>
    verifyPassword(world, {
      email: `somebody-${nth}-${userId}@example.com`,
      password: "not the password",
      ip: `2001:db8:77:${userId.toString(16)}::${nth.toString(16)}`,
    });
  const answers: string[] = [];
  for (let nth = 1; nth <= limits.signInOfNetwork.free + 5; nth += 1)
    answers.push(await sentenceOf(probe(nth)));
  expect(answers.filter((answer) => answer.includes("wrong_credentials"))).toHaveLength(
    limits.signInOfNetwork.free,
  );
  const own = { ...right(), ip: `2001:db8:77:${userId.toString(16)}::ffff` };
  await expect(verifyPassword(world, own)).rejects.toThrow('pause_minutes {"minutes":5}');
  world.clock.advance(60 * minuteMs);
  await expect(verifyPassword(world, own)).resolves.toMatchObject({ userId });
});

test("signing in to one's own account between guesses wins no new guesses", async () => {
  const mine = newAccount(world, { ip: null });
  await signUp(world, mine);
  const here = { ip: `198.51.100.${100 + (userId % 100)}` };
  let looked = 0;
  for (let nth = 0; nth < limits.signInOfNetwork.free + 10; nth += 1) {
    const said = await sentenceOf(
      verifyPassword(world, { email: `x${nth}-${userId}@example.com`, password: "not it at all", ...here }),
    );
    if (said.includes("wrong_credentials")) looked += 1;
    await verifyPassword(world, { email: mine.email, password: mine.password, ...here }).catch(() => null);
  }
  expect(looked).toBe(limits.signInOfNetwork.free);
});
