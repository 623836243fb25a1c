import { beforeEach, expect, test } from "vitest";
import { readSession, startSession } from "@/lib/services/people/accounts/sessions";
import { type NewAccount, signUp } from "@/lib/services/people/accounts/sign-up";
import { beginTwoStep, confirmTwoStep, readTwoStep } from "@/lib/services/people/accounts/two-step";
import { verifyPassword } from "@/lib/services/people/accounts/verify-password";
import { newAccount } from "@/lib/testing/accounts";
import { newOperator, operatorPassword } from "@/lib/testing/operator";
import { totpCode } from "@/lib/testing/totp";
import { testWorld } from "@/lib/testing/world";
import type { Operator } from "./operator";
import { resetTwoStep } from "./reset-two-step";

const world = testWorld();
const reason = "Lost phone, seen by video with passport";
let account: NewAccount;
let userId: number;
let operator: Operator & { email: string };

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
  operator = await newOperator(world);
});

async function turnOn(id: number, password: string): Promise<void> {
  await beginTwoStep(world, id, password);
  const begun = await readTwoStep(world, id);
  if (begun.state !== "begun") throw new Error("it was not begun");
  await confirmTwoStep(world, id, totpCode(begun.secret, world.clock.now()));
}

const reset = (changes: Partial<Parameters<typeof resetTwoStep>[2]> = {}, by: Operator = operator) =>
  resetTwoStep(world, by, { email: account.email, reason, password: operatorPassword, ...changes });

test("an operator turns it off for somebody who lost everything: logged with why, mailed, signed out everywhere", async () => {
  await turnOn(userId, account.password);
  const { id } = await startSession(world, userId, {
    userAgent: "",
    ip: null,
    isKnown: true,
    by: "password" as const,
  });
  await reset({ email: ` ${account.email.toUpperCase()}` });
  expect(await readTwoStep(world, userId)).toEqual({ state: "off" });
  expect(await readSession(world, { id, userId, sessionVersion: 1 })).toBeNull();
  const signedIn = await verifyPassword(world, { ...account, ip: "198.51.100.7" });
  expect(signedIn).toMatchObject({ needsCode: false, sessionVersion: 2 });
  const target = `user:${userId}`;
  const logged = await world.db.auditEntry.findFirstOrThrow({ where: { target, reason } });
  expect(logged).toMatchObject({ action: "person.two_step_reset", actor: operator.actor });
  const mail = await world.db.message.findFirstOrThrow({
    where: { recipient: account.email, template: "person.two_step_reset" },
  });
  expect(mail.body).toContain(reason);
  expect(mail.storeId).toBeNull();
});

test("without a reason, the operator's own password or anything to turn off, nothing happens", async () => {
  await expect(reset()).rejects.toThrow("two_step_off");
  await turnOn(userId, account.password);
  await expect(reset({ reason: " " })).rejects.toThrow("reason");
  await expect(reset({ password: "not it at all" })).rejects.toThrow("wrong_password");
  await expect(reset({ email: "nobody@example.com" })).rejects.toThrow("nobody_has");
  expect(await readTwoStep(world, userId)).toMatchObject({ state: "on" });
});

test("nobody but an operator may, and an operator not for themselves", async () => {
  await turnOn(userId, account.password);
  await turnOn(operator.userId, operatorPassword);
  await expect(reset({ email: operator.email })).rejects.toThrow("two_step_own");
});
