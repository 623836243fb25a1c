import { beforeEach, expect, test } from "vitest";
import { Invalid, say } from "@/lib/domain/refusal";
import { listAudit } from "@/lib/services/desk/audit/log";
import { newAccount } from "@/lib/testing/accounts";
import { newOperator } from "@/lib/testing/operator";
import { totpCode } from "@/lib/testing/totp";
import { testWorld } from "@/lib/testing/world";
import { said } from "@/lib/text/mail";
import { changePassword } from "./change-password";
import { verifySecondStep } from "./confirm-person";
import { requestSignInLink } from "./mailed-links";
import { listSignIns, logDenial } from "./person";
import { type Device, endAllSessions, endSession, listSessions, readSession, startSession } from "./sessions";
import { type NewAccount, type SignedUp, signUp } from "./sign-up";
import { beginTwoStep, confirmTwoStep, readTwoStep } from "./two-step";
import { verifyPassword } from "./verify-password";

const world = testWorld();
let account: NewAccount;
let made: SignedUp;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  made = await signUp(world, account);
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ip = "198.51.100.7";
const chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";

async function start(device: Partial<Device> = {}) {
  const { id } = await startSession(world, made.userId, {
    userAgent: chrome,
    ip,
    isKnown: true,
    by: "password" as const,
    ...device,
  });
  return { id, userId: made.userId, sessionVersion: made.sessionVersion };
}

async function mails(template: string) {
  return world.db.message.findMany({ where: { recipient: account.email, template } });
}

test("a session is a row: it opens the dashboard until it is ended", async () => {
  const session = await start();
  expect(await readSession(world, session)).toMatchObject({ id: session.id, user: { email: account.email } });
  expect(await endSession(world, made.userId, session.id)).toEqual({ ended: true });
  expect(await readSession(world, session)).toBeNull();
  expect(await endSession(world, made.userId, session.id)).toEqual({ ended: false });
  // Signing out stands in the log, once.
  const where = { target: `user:${made.userId}`, action: "sign_in.ended" };
  expect(await world.db.auditEntry.count({ where })).toBe(1);
});

test("the session of somebody else is neither read nor ended", async () => {
  const session = await start();
  const other = await signUp(world, newAccount(world, { ip: null }));
  expect(await readSession(world, { ...session, userId: other.userId })).toBeNull();
  expect(await endSession(world, other.userId, session.id)).toEqual({ ended: false });
  expect(await readSession(world, session)).not.toBeNull();
});

test("a session ends after 14 days, however busy it is", async () => {
  const session = await start();
  for (let day = 1; day < 14; day += 1) {
    world.clock.advance(dayMs);
    expect(await readSession(world, session)).not.toBeNull();
  }
  world.clock.advance(dayMs);
  expect(await readSession(world, session)).toBeNull();
  expect(await listSessions(world, made.userId, session.id)).toEqual([]);
});

test("a session that nobody uses ends after four days, of who runs the service after twelve hours", async () => {
  const session = await start();
  world.clock.advance(4 * dayMs - minuteMs);
  expect(await readSession(world, session)).not.toBeNull();
  world.clock.advance(4 * dayMs);
  expect(await readSession(world, session)).toBeNull();
  expect(await listSessions(world, made.userId, session.id)).toEqual([]);

  await world.db.user.update({ where: { id: made.userId }, data: { isOperator: true } });
  const shift = await start();
  world.clock.advance(dayMs / 2 - minuteMs);
  expect(await readSession(world, shift)).not.toBeNull();
  world.clock.advance(dayMs / 2);
  expect(await readSession(world, shift)).toBeNull();
});

test("the list names the browsers, this one first, and when each was last seen", async () => {
  const old = await start();
  const here = await start({ userAgent: firefox });
  world.clock.advance(6 * minuteMs);
  await readSession(world, old);
  const [first, second, ...none] = await listSessions(world, made.userId, here.id);
  expect(none).toEqual([]);
  expect(first).toMatchObject({ device: "Firefox on Linux", isCurrent: true, ip });
  expect(second).toMatchObject({ device: "Chrome on Android", isCurrent: false });
  expect(second?.lastSeenAt).toEqual(world.clock.now());
});

test("signing out everywhere else leaves this browser; everywhere ends it too, and spends mailed links", async () => {
  const here = await start();
  const there = await start();
  expect(await endAllSessions(world, made.userId, { except: here.id })).toEqual({ ended: 1 });
  expect(await readSession(world, there)).toBeNull();
  expect(await readSession(world, here)).not.toBeNull();
  await requestSignInLink(world, { email: account.email, ip });
  expect(await endAllSessions(world, made.userId)).toEqual({ ended: 1 });
  expect(await readSession(world, here)).toBeNull();
  expect(await world.db.userToken.count({ where: { userId: made.userId, usedAt: null } })).toBe(0);
});

test("a new password signs every other browser out and is told by mail", async () => {
  const here = await start();
  const there = await start();
  const newPassword = "entirely new words";
  const person = { userId: made.userId, sessionId: here.id };
  await expect(changePassword(world, person, { password: "not it at all", newPassword })).rejects.toThrow(
    "wrong_password",
  );
  await expect(
    changePassword(world, person, { password: account.password, newPassword: "short" }),
  ).rejects.toThrow(Invalid);
  expect(await readSession(world, there)).not.toBeNull();
  await changePassword(world, person, { password: account.password, newPassword });
  expect(await readSession(world, there)).toBeNull();
  expect(await readSession(world, here)).not.toBeNull();
  expect(await mails("password_changed")).toHaveLength(1);
  await expect(
    verifyPassword(world, { email: account.email, password: newPassword, ip }),
  ).resolves.toMatchObject({ userId: made.userId });
});

test("a browser that is new is told by mail, except the very first and those that are known", async () => {
  await start({ isKnown: false, by: "password" as const });
  await start({ isKnown: true, by: "password" as const });
  expect(await mails("new_device")).toEqual([]);
  await start({ isKnown: false, by: "password" as const, userAgent: firefox });
  const [mail, ...none] = await mails("new_device");
  expect(none).toEqual([]);
  expect(mail?.body).toContain("Browser: Firefox on Linux");
  expect(mail?.body).toContain(`Address: ${ip}`);
  expect(mail).toMatchObject({ storeId: null, accountId: null });
});

test("what a browser calls itself is cut short and kept without control characters", async () => {
  const { id } = await start({ userAgent: `Chrome/1\r\nX: y\u0000${"z".repeat(5000)}` });
  const row = await world.db.session.findUniqueOrThrow({ where: { id } });
  expect(row.userAgent).toMatch(/^Chrome\/1X: yz+$/);
  expect(row.userAgent).toHaveLength(300);
});

const lines = async () => (await listSignIns(world, made.userId)).map(({ action }) => action).reverse();

test("a person reads what happened with their sign-in, others' failures among it, newest first", async () => {
  await verifyPassword(world, { ...account, password: "not the password", ip }).catch(() => null);
  await requestSignInLink(world, { email: account.email, ip });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";
  await startSession(world, made.userId, { userAgent, ip, isKnown: false, by: "password" });
  await beginTwoStep(world, made.userId, account.password);
  const begun = await readTwoStep(world, made.userId);
  if (begun.state !== "begun") throw new Error("it was not begun");
  await confirmTwoStep(world, made.userId, totpCode(begun.secret, world.clock.now()));
  const wrong = { userId: made.userId, sessionVersion: 1, code: "000000" };
  await verifySecondStep(world, wrong).catch(() => null);
  expect(await lines()).toEqual([
    "sign_in.failed",
    "sign_in.link_asked",
    "sign_in.done",
    "two_step.on",
    "sign_in.code_failed",
  ]);
  const done = (await listSignIns(world, made.userId)).find(({ action }) => action === "sign_in.done");
  expect(done).toMatchObject({ by: "password", ip, device: "Firefox on Linux", at: world.clock.now() });
});

test("operators find them by the person, and not among the acts of every day", async () => {
  await verifyPassword(world, { ...account, password: "not the password", ip }).catch(() => null);
  await logDenial(world, made.userId, say("role_owners"));
  const operator = await newOperator(world);
  const page = { skip: 0, take: 50 };
  const about = await listAudit(world, operator, { email: account.email, peopleOnly: true }, page);
  expect(about.rows.map(({ action, by }) => [action, by])).toEqual(
    expect.arrayContaining([
      ["sign_in.failed", said("told_by_visitor")],
      ["access.denied", expect.stringContaining(account.email)],
    ]),
  );
  const everyday = await listAudit(world, operator, { peopleOnly: true }, page);
  expect(everyday.rows.filter(({ action }) => action.startsWith("sign_in."))).toEqual([]);
});
