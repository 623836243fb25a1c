import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import type { FlutterwaveBook } from "./flutterwave-book";
import { said } from "./flutterwave-rules";
import { withPlanted } from "./planted";

const perPage = 2;

/** Flutterwave's lists of a time, newest first. Refunds are listed by flutterwave-transfers.ts. Null for what is none of its paths. */
export function answerStatement(
  book: FlutterwaveBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (method !== "GET" || !query.has("from")) return null;
  if (path === "/transactions") return page(transactions(book), query);
  if (path === "/transfers") return page(transfers(book), query);
  return null;
}

function transactions({ planted, ...book }: FlutterwaveBook) {
  const own = book.transactions.map((one) => ({
    ...{ id: one.id, tx_ref: one.txRef, status: one.status, amount: one.amount, currency: one.currency },
    created_at: new Date(one.createdMs).toISOString(),
  }));
  const at = own.at(-1)?.created_at ?? new Date(0).toISOString();
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) => ({
    ...{ id: 7_000 + place, tx_ref: ourId, status: "successful", amount, currency, created_at: at },
  }));
  return [...withPlanted(own, planted, ({ tx_ref }) => tx_ref), ...foreign];
}

function transfers({ planted, ...book }: FlutterwaveBook) {
  const own = book.transfers.map(({ id, reference, status, amount, currency, createdMs }) => ({
    ...{ id, reference, status, amount, currency, created_at: new Date(createdMs).toISOString() },
  }));
  return withPlanted(own, planted, ({ reference }) => reference);
}

function page(rows: unknown[], query: URLSearchParams): EmulatorAnswer {
  const from = (Number(query.get("page") ?? 1) - 1) * perPage;
  return said("Fetched", [...rows].reverse().slice(from, from + perPage));
}
