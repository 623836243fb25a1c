import { addressOf, type Search } from "@/app/_lists/filters";
import type { BookMonth } from "@/lib/domain/bookkeeping";
import { civilDateIn } from "@/lib/domain/civil-date";
import { addMonths, monthOf } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { monthAsked } from "@/lib/services/desk/bookkeeping/read-month";
import { booksPath } from "../paths";
import type { AtStore } from "../words";

/** The month and currency of an address: the last month that is over where it names none, or none that there is. */
export async function monthIn({ world, caller, timeZone }: AtStore, search: Search): Promise<BookMonth> {
  const of = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  const last = addMonths(monthOf(civilDateIn(world.clock.now(), timeZone)), -1);
  try {
    return await monthAsked(world, caller, { month: of("month") ?? last, currency: of("currency") });
  } catch (error) {
    if (error instanceof Invalid) return monthAsked(world, caller, { month: last });
    throw error;
  }
}

/** The page of a month, or something else of it. */
export function pathOf(
  { month, currency }: BookMonth,
  path = booksPath,
  more: Record<string, string> = {},
): string {
  return addressOf(path, { month, currency, ...more });
}

/** Whether this month has begun in the store's zone. */
export function isBegun({ month, timeZone }: BookMonth, now: Date): boolean {
  return month <= monthOf(civilDateIn(now, timeZone));
}
