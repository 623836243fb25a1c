import { expect, test } from "vitest";
import { readProblem, say } from "./problem";

test("a problem is read back from its sentence with its values", () => {
  expect(readProblem(say("too_long", { max: 255 }))).toEqual({ code: "too_long", values: { max: "255" } });
});

test("a sentence that no code makes is no problem of the table", () => {
  expect(readProblem("Use at most 255 characters. Or else.")).toBeNull();
  expect(readProblem("")).toBeNull();
});

test("a value that looks like a slot or a pattern stays what it is", () => {
  const currency = "{max} (.*) $&";
  expect(readProblem(say("amount_like", { currency }))).toEqual({
    code: "amount_like",
    values: { currency },
  });
});
