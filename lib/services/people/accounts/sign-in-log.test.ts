import { beforeEach, expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { listAudit } from "@/lib/services/desk/audit/log";
import { newAccount } from "@/lib/testing/accounts";
import { newOperator } from "@/lib/testing/operator";
import { totpCode } from "@/lib/testing/totp";
import { testWorld } from "@/lib/testing/world";
import { said } from "@/lib/text/mail";
import { verifySecondStep } from "./second-step";
import { requestSignInLink } from "./sign-in-link";
import { listSignIns, logDenial } from "./sign-in-log";
import { type NewAccount, type SignedUp, signUp } from "./sign-up";
import { startSession } from "./start-session";
import { beginTwoStep, confirmTwoStep, readTwoStep } from "./two-step";
import { verifyPassword } from "./verify-password";

const world = testWorld();
const ip = "198.51.100.7";
let account: NewAccount;
let made: SignedUp;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  made = await signUp(world, account);
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
