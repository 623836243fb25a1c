import { describe, expect, test } from "vitest";
import { railsShape, railVariables } from "@/lib/env-rails";
import { problemText } from "@/lib/text/problem";
import { railKinds } from "./registry";

describe.each(railKinds.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  test("says what is missing, field by field, in sentences", () => {
    const problems = kind.problems({}, true);
    const needed = kind.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    expect(Object.keys(problems).sort()).toEqual(needed.sort());
    for (const problem of Object.values(problems).flat())
      expect(problemText("en", problem)).toMatch(/^[A-Z].*\.$/);
  });

  test("can be set up by the environment: each field has its variable", () => {
    for (const { variable } of kind.fields) expect(Object.keys(railsShape)).toContain(variable);
    const prefix = `RAIL_${kind.id.toUpperCase()}`;
    for (const name of [`${prefix}_MODE`, `${prefix}_BASE_URL`])
      expect(Object.keys(railsShape)).toContain(name);
  });

  test("tells the operator what to do at the provider", () => {
    expect(kind.steps.length).toBeGreaterThan(1);
    for (const step of kind.steps) expect(step).toMatch(/^[A-Z].*\.$/);
  });
});

test("of an environment only the variables of rails are handed on", () => {
  const values = { SECRET_KEY: "no", RAIL_PAYSTACK_SECRET_KEY: "sk_live_x", RAIL_STRIPE_MODE: undefined };
  expect(railVariables(values)).toEqual({ RAIL_PAYSTACK_SECRET_KEY: "sk_live_x" });
});
