import { isCivilDate } from "@/lib/domain/civil-date";
import { type Chosen, spans } from "@/lib/services/desk/overview/sums";

type Search = Record<string, string | string[] | undefined>;

/**
 * The days from the address; null, which is today, where it names none. The last thirty where it tried to name two days, and
 * then `isUnread`. Days the wrong way round are turned.
 */
export function chosenDays(search: Search): { chosen: Chosen | null; isUnread: boolean } {
  const given = [search.from, search.to].filter((text) => text !== undefined && text !== "");
  const [from, to = from] = given.filter((text) => typeof text === "string" && isCivilDate(text)).toSorted();
  const isUnread = given.some((text) => typeof text !== "string" || !isCivilDate(text));
  if (typeof from === "string" && typeof to === "string" && !isUnread)
    return { chosen: { from, to }, isUnread };
  return { chosen: spans.find((known) => String(known) === search.days) ?? (isUnread ? 30 : null), isUnread };
}
