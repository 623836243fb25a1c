import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { Books, BooksQuery, serializeBooks } from "@/lib/resources/bookkeeping";
import { one } from "@/lib/resources/envelope";
import { monthAsked, readAccounts } from "@/lib/services/desk/bookkeeping/read-month";

export const GET = endpoint({
  summary: "Read the accounts of a month",
  description:
    "What a bookkeeper needs of a month in one currency: each account with its opening balance, debits, credits and closing balance. They agree with the statement of the wallet and of your own accounts. A month that is over does not change.",
  tag: "Bookkeeping",
  keys: "live",
  query: BooksQuery,
  returns: one(Books),
  handle: async ({ world, caller, query }) => {
    const of = await monthAsked(world, caller, query);
    return { data: serializeBooks(of, await readAccounts(world, caller, of)) };
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
