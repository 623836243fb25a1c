import { z } from "zod";
import {
  type Retained,
  type RetentionVariable,
  retainedNames,
  retention,
  retentionMostDays,
  retentionVariable,
} from "@/lib/domain/retention";

/**
 * How many days of each log are kept, `RETENTION_CALLBACKS_DAYS` and so on: one variable for each name of
 * lib/domain/retention.ts, where their defaults and least values stand. /ops/health/retention shows all of them.
 */
// Safe: each variable has its field.
export const retentionShape = Object.fromEntries(
  retainedNames.map((name) => [retentionVariable(name), daysOf(name)]),
) as Record<RetentionVariable, ReturnType<typeof daysOf>>;

function daysOf(name: Retained) {
  const { least, byDefault } = retention[name];
  const error = `${retentionVariable(name)} must be a whole number of days from ${least} to ${retentionMostDays}.`;
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? value : String(byDefault)),
    z
      .string()
      .regex(/^\d{1,9}$/, error)
      .transform(Number)
      .refine((days) => days >= least && days <= retentionMostDays, error),
  );
}
