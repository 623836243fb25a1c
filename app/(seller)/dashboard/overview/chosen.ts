import { isCivilDate } from "@/lib/domain/civil-date";
import { type Chosen, spans } from "@/lib/services/desk/overview/sums";

type Search = Record<string, string | string[] | undefined>;

/**
 * The days from the address; the last thirty where it says nothing that makes sense, and `isUnread` where it tried to. Days
 * the wrong way round are turned.
 */
export function chosenDays(search: Search): { chosen: Chosen; isUnread: boolean } {
  const given = [search.from, search.to].filter((text) => text !== undefined && text !== "");
  const [from, to = from] = given.filter((text) => typeof text === "string" && isCivilDate(text)).toSorted();
  const isUnread = given.some((text) => typeof text !== "string" || !isCivilDate(text));
  if (typeof from === "string" && typeof to === "string" && !isUnread)
    return { chosen: { from, to }, isUnread };
  return { chosen: spans.find((known) => String(known) === search.days) ?? 30, isUnread };
}
