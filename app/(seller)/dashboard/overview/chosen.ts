import { isCivilDate } from "@/lib/domain/civil-date";
import { type Chosen, spans } from "@/lib/services/desk/overview/span";

type Search = Record<string, string | string[] | undefined>;

/** The days from the address; the last thirty where it says nothing that makes sense. Days the wrong way round are turned. */
export function chosenDays(search: Search): Chosen {
  const [from, to] = ["from", "to"].map((name) => {
    const text = search[name];
    return typeof text === "string" && isCivilDate(text) ? text : null;
  });
  if (from && to) return from <= to ? { from, to } : { from: to, to: from };
  const day = from ?? to;
  if (day) return { from: day, to: day };
  return spans.find((known) => String(known) === search.days) ?? 30;
}
