import { expect, test } from "vitest";
import { Invalid, say } from "@/lib/domain/refusal";
import { hashPassword, isPassword } from "./passwords";

test("passwords are checked two at a time; who comes when sixty wait is asked to try again, and later may", async () => {
  const kept = await hashPassword("a long password");
  const asked = Array.from({ length: 80 }, () => isPassword(kept, "a long password").catch((error) => error));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === true)).toHaveLength(66);
  const refused = answers.filter((answer) => answer !== true);
  expect(refused[0]).toBeInstanceOf(Invalid);
  expect(refused[0].errors).toEqual({ password: [say("busy")] });
  expect(await isPassword(kept, "a long password")).toBe(true);
  expect(await isPassword(kept, "another")).toBe(false);
});

test("a hash that cannot be read is no password of anybody's", async () => {
  expect(await isPassword("no hash at all", "x")).toBe(false);
});
