import { z } from "zod";
import { type AmountProblem, parseAmount } from "@/lib/domain/money";
import { type Problem, type Problems, say } from "@/lib/domain/refusal";
import { missingOr } from "../domain/refusal";

export function addProblem(problems: Problems, field: string, problem: Problem): void {
  problems[field] = [...(problems[field] ?? []), problem];
}

/** An amount in a body: major units, with at most the currency's decimals. `readAmount` reads it with the currency. */
export const amountNumber = z
  .number({
    error: missingOr("not_number"),
  })
  .meta({ description: "In major units of the store's currency." });

/** In minor units. Null when it was not sent or has a problem, which is then added under `field`. */
export function readAmount(
  value: number | null | undefined,
  field: string,
  currency: string,
  problems: Problems,
  options: { orZero?: boolean } = {},
): bigint | null {
  if (value === null || value === undefined) return null;
  if (options.orZero && value === 0) return 0n;
  const parsed = parseAmount(value, currency);
  if (parsed.ok) return parsed.money.minor;
  addProblem(problems, field, amountProblem(parsed.problem, currency, options.orZero ?? false));
  return null;
}

function amountProblem(problem: AmountProblem, currency: string, orZero: boolean): Problem {
  switch (problem) {
    case "not_a_number":
      return say("not_number");
    case "not_positive":
      return orZero ? say("below_zero") : say("not_positive");
    case "too_large":
      return say("too_large");
    case "too_many_decimals":
      return say("too_many_decimals", { currency });
  }
}
