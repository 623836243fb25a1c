import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/read-request";
import { methodNotAllowed } from "@/lib/api/route";
import { BookEntryQuery, BookJournalEntry, serializeBookEntry } from "@/lib/resources/bookkeeping";
import { many } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { listEntries, monthAsked } from "@/lib/services/desk/bookkeeping/read-month";

export const GET = endpoint({
  summary: "List the journal of a month",
  description:
    "Each movement of the month as a journal entry, newest first, with the order or payout that it is about and the provider's reference.",
  tag: "Bookkeeping",
  keys: "live",
  query: BookEntryQuery,
  returns: many(BookJournalEntry),
  handle: async (call) => {
    const { world, caller, query } = call;
    const of = await monthAsked(world, caller, query);
    const { rows, total } = await listEntries(world, caller, of, rowsOf(query));
    const items = rows.map((entry) => serializeBookEntry(of.currency, entry));
    return pageOf(call, items, total);
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
