import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { mailedTokens, newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { changePassword } from "./change-password";
import { requestSignInLink } from "./mailed-links";
import { changeName } from "./person";
import { startSession } from "./sessions";
import { type NewAccount, signUp } from "./sign-up";
import {
  askForAddressProof,
  confirmAddress,
  confirmEmailChange,
  readAddressProof,
  readEmailChange,
  requestEmailChange,
} from "./verify-address";

const world = testWorld();
let account: NewAccount;
let userId: number;
let email: string;
let to: string;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
  ({ email } = account);
  to = newAccount(world).email;
});

/** In the browser in which they signed up. */
const here = { isKnown: true, password: "" };
const verifiedAt = async () =>
  (await world.db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt;

test("signing up mails a link; looking at it does nothing, and the person's button confirms the address once", async () => {
  const token = (await mailedTokens(world, email, "address_proof")).at(-1) ?? "";
  expect(await readAddressProof(world, token)).toEqual({ userId, email });
  expect(await verifiedAt()).toBeNull();
  const other = await signUp(world, newAccount(world, { ip: null }));
  await expect(confirmAddress(world, other.userId, token, here)).rejects.toThrow(NotFound);
  await confirmAddress(world, userId, token, here);
  expect(await verifiedAt()).toEqual(world.clock.now());
  await expect(confirmAddress(world, userId, token, here)).rejects.toThrow(NotFound);
  expect(await askForAddressProof(world, userId)).toBeNull();
});

test("in another browser the link confirms with the password alone: the mailbox is not who made the account", async () => {
  const token = (await mailedTokens(world, email, "address_proof")).at(-1) ?? "";
  for (const password of ["", "not the password"])
    await expect(confirmAddress(world, userId, token, { isKnown: false, password })).rejects.toThrow(
      "wrong_password",
    );
  expect(await verifiedAt()).toBeNull();
  await confirmAddress(world, userId, token, { isKnown: false, password: account.password });
  expect(await verifiedAt()).toEqual(world.clock.now());
});

test("the link is sent again, five times an hour, shown where the server sends no mail, and runs out after three days", async () => {
  const asked = await askForAddressProof(world, userId);
  expect(asked?.link).toContain((await mailedTokens(world, email, "address_proof")).at(-1) ?? "");
  for (let nth = 0; nth < 3; nth += 1) await askForAddressProof(world, userId);
  await expect(askForAddressProof(world, userId)).rejects.toThrow(Invalid);
  world.clock.advance(3 * 24 * 60 * 60_000);
  expect(
    await readAddressProof(world, (await mailedTokens(world, email, "address_proof")).at(-1) ?? ""),
  ).toBeNull();
});

test("a link to an address that the person has left confirms nothing", async () => {
  const token = (await mailedTokens(world, email, "address_proof")).at(-1) ?? "";
  await world.db.user.update({ where: { id: userId }, data: { email: `new-${email}` } });
  expect(await readAddressProof(world, token)).toBeNull();
  await expect(confirmAddress(world, userId, token, here)).rejects.toThrow(NotFound);
});

test("a name is kept so that it cannot be a link in a mail to a stranger", async () => {
  const named = newAccount(world, { ip: null, name: "You won, see https://evil.example/x" });
  await signUp(world, named);
  const mail = await world.db.message.findFirstOrThrow({ where: { recipient: named.email } });
  expect(mail.body).toContain("Hello You won, see evil. example/x,");
});

const minuteMs = 60_000;

const person = () => world.db.user.findUniqueOrThrow({ where: { id: userId } });
const mailsTo = (recipient: string) =>
  world.db.message.findMany({ where: { recipient }, orderBy: { id: "asc" } });
const acts = () =>
  world.db.auditEntry.findMany({ where: { target: `user:${userId}` }, orderBy: { id: "asc" } });
const browser = async () =>
  (await startSession(world, userId, { userAgent: "", ip: null, isKnown: true, by: "password" as const })).id;
const isIn = async (id: string) =>
  (await world.db.session.findUniqueOrThrow({ where: { id } })).endedAt === null;

async function ask(email = to): Promise<string> {
  await requestEmailChange(world, userId, { password: account.password, email });
  const mail = (await mailsTo(email.trim().toLowerCase())).at(-1);
  return /\/new-email\/(\S+)/.exec(mail?.body ?? "")?.[1] ?? "";
}

test("asking changes nothing: the new address gets a link, the old one is told at once", async () => {
  const token = await ask(` ${to.toUpperCase()} `);
  expect((await person()).email).toBe(account.email);
  expect(await readEmailChange(world, token)).toEqual({ email: to, language: "en" });
  expect(await readEmailChange(world, token)).not.toBeNull();
  const told = (await mailsTo(account.email)).at(-1);
  expect(told?.template).toBe("email_change_asked");
  expect(told?.body).not.toContain(token);
  expect(told?.body).not.toContain(to);
});

test("it needs the password, an address, and another one than before", async () => {
  const asking = (input: { password?: string; email?: string }) =>
    requestEmailChange(world, userId, { password: account.password, email: to, ...input });
  await expect(asking({ password: "a guess" })).rejects.toMatchObject({
    errors: { password: [say("wrong_password")] },
  });
  await expect(asking({ email: "nowhere" })).rejects.toThrow(Invalid);
  await expect(asking({ email: account.email })).rejects.toThrow(Invalid);
  expect(await mailsTo(to)).toEqual([]);
});

test("the button gives the new address, once; other browsers, and links to the old address, end; both acts are in the log", async () => {
  const [here, elsewhere] = [await browser(), await browser()];
  await requestSignInLink(world, { email: account.email, ip: "198.51.100.7" });
  const token = await ask();
  const pressed = () => confirmEmailChange(world, token, { sessionId: here });
  const both = await Promise.allSettled([pressed(), pressed()]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await person()).toMatchObject({ email: to, emailVerifiedAt: world.clock.now() });
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false]);
  expect(await world.db.userToken.count({ where: { userId, usedAt: null } })).toBe(0);
  expect((await mailsTo(account.email)).at(-1)?.template).toBe("email_changed");
  const log = await acts();
  expect(log.map(({ action }) => action).filter((action) => action.startsWith("email."))).toEqual([
    "email.change_asked",
    "email.changed",
  ]);
  expect(JSON.stringify(log.map(({ details, reason }) => [details, reason]))).not.toContain("@");
});

test("pressed in a browser of nobody, or of somebody else, every browser of theirs is signed out", async () => {
  const mine = await browser();
  const other = await signUp(world, newAccount(world, { ip: null }));
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const theirs = (await startSession(world, other.userId, device)).id;
  await confirmEmailChange(world, await ask(), { sessionId: theirs });
  expect([await isIn(mine), await isIn(theirs)]).toEqual([false, true]);
});

test("a link works for an hour, until a newer one is asked for or the password changes", async () => {
  const late = await ask();
  world.clock.advance(60 * minuteMs);
  const press = (token: string) => confirmEmailChange(world, token, { sessionId: null });
  await expect(press(late)).rejects.toThrow(NotFound);
  const earlier = await ask();
  const newer = await ask();
  await expect(press(earlier)).rejects.toThrow(NotFound);
  const passwords = { password: account.password, newPassword: "four other plain words" };
  await changePassword(world, { userId, sessionId: "none" }, passwords);
  await expect(press(newer)).rejects.toThrow(NotFound);
  expect((await person()).email).toBe(account.email);
});

test("an address that somebody has is refused at the button, and nothing tells before", async () => {
  const other = newAccount(world, { ip: null });
  await signUp(world, other);
  const token = await ask(other.email);
  await expect(confirmEmailChange(world, token, { sessionId: null })).rejects.toThrow(Invalid);
  expect((await person()).email).toBe(account.email);
});

test("no more than five links an hour are sent", async () => {
  for (let asked = 0; asked < 5; asked += 1) await ask();
  await expect(ask()).rejects.toThrow("hour_full");
  expect(await mailsTo(to)).toHaveLength(5);
});

test("the link is shown where the server sends no mail, and only there", async () => {
  const input = { password: account.password, email: to };
  expect((await requestEmailChange(world, userId, input)).link).toMatch(/^http.*\/new-email\/\w{43}$/);
  const mailing = testWorld({ clock: world.clock, mailer: { send: async () => ({ ref: null }) } });
  expect((await requestEmailChange(mailing, userId, input)).link).toBeNull();
});

test("a name is one line and not empty", async () => {
  await changeName(world, userId, "  Amani Njoroge ");
  expect((await person()).name).toBe("Amani Njoroge");
  for (const name of [" ", "two\nlines", "x".repeat(256)])
    await expect(changeName(world, userId, name)).rejects.toThrow(Invalid);
  expect((await acts()).map(({ action }) => action)).toEqual(["person.renamed"]);
});
