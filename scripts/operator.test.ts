import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { testWorld } from "@/lib/testing/world";
import { runTool } from "./steps";

const world = testWorld();
const email = "first@example.com";
const operator = async (...words: string[]) => {
  const { code, output } = await runTool(["scripts/bootstrap.mjs", "operator", ...words]);
  return { code, output, password: /password (\S+)/.exec(output)?.[1] ?? "" };
};
test("the first operator is made from the shell, and a lost one is let in again without the second step", async () => {
  const made = await operator("create", email, "The First");
  expect(made.code).toBe(0);
  const on = { totpSealed: world.secrets.seal("secret"), totpConfirmedAt: world.clock.now() };
  const { id } = await world.db.user.update({ where: { email }, data: on });
  const reset = await operator("reset", email);
  expect(reset.code).toBe(0);
  expect(reset.password).not.toBe(made.password);
  const after = await world.db.user.findUniqueOrThrow({ where: { id } });
  expect(after).toMatchObject({
    isOperator: true,
    name: "The First",
    totpConfirmedAt: null,
    totpSealed: null,
  });
  expect(await verify(after.passwordHash ?? "", reset.password)).toBe(true);
  expect(await verify(after.passwordHash ?? "", made.password)).toBe(false);
});

test("nobody is let in who is no operator", async () => {
  const { code, output } = await operator("reset", "somebody@example.com");
  expect([code, output]).toEqual([1, expect.stringMatching(/\.\n$/)]);
});
