import { isCivilDate } from "@/lib/domain/civil-date";
import { say } from "@/lib/domain/refusal";
import { issueOf } from "../domain/refusal";
import { text } from "./input";

const shape =
  /^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** A timestamp in a body: ISO 8601 with its offset, as in our answers. */
export const instantText = text(64)
  .transform((value, context) => {
    const instant = readInstant(value);
    if (instant) return instant;
    context.addIssue(issueOf(say("time_shape")));
    return null;
  })
  .meta({ override: { type: "string", format: "date-time" }, example: "2026-01-31T09:30:00+00:00" });

/** A day in a body: YYYY-MM-DD. */
export const civilDateText = text(64)
  .refine(isCivilDate, issueOf(say("date_shape")))
  .meta({ override: { type: "string", format: "date" }, example: "2026-01-31" });

/** A filter by time: a date, which is the start of that day in UTC, or an ISO 8601 time with its offset. */
export const instantFilter = text(64)
  .transform((value, context) => {
    // In a query, an unescaped plus means a space.
    const instant = isCivilDate(value)
      ? new Date(`${value}T00:00:00Z`)
      : readInstant(value.replace(/ (?=\d{2}:?\d{2}$)/, "+"));
    if (instant) return instant;
    context.addIssue(issueOf(say("time_or_date")));
    return new Date(0);
  })
  .meta({ override: { type: "string" }, example: "2026-01-31" });

function readInstant(value: string): Date | null {
  if (!shape.test(value) || !isCivilDate(value.slice(0, 10))) return null;
  const instant = new Date(value.replace(" ", "T"));
  return Number.isNaN(instant.getTime()) ? null : instant;
}
