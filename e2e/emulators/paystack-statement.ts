import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import type { PaystackBook } from "./paystack-book";
import { said } from "./paystack-rules";
import { withPlanted } from "./planted";

/** Paystack's lists of a time, a page after the other. Null for what is none of its paths. */
export function answerStatement(
  book: PaystackBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (method !== "GET" || !query.has("from")) return null;
  if (path === "/transaction") return page(transactions(book), query);
  if (path === "/refund") return page(refunds(book), query);
  if (path === "/transfer") return page(transfers(book), query);
  return null;
}

function transactions({ planted, ...book }: PaystackBook) {
  const own = [...book.transactions.values()].map((one) => ({
    ...{
      id: one.id,
      reference: one.reference,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
    },
    paid_at: one.paidMs === null ? null : new Date(one.paidMs).toISOString(),
    created_at: new Date(one.createdMs).toISOString(),
  }));
  const at = own.findLast(({ paid_at }) => paid_at !== null)?.paid_at ?? new Date(0).toISOString();
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) => ({
    ...{ id: 7_000 + place, reference: ourId, status: "success", amount, currency },
    ...{ paid_at: at, created_at: at },
  }));
  return [...withPlanted(own, planted, ({ reference }) => reference), ...foreign];
}

function refunds({ planted, ...book }: PaystackBook) {
  const own = [...book.refunds.values()].map((one) => ({
    ...{ id: one.id, status: one.status, amount: one.amount, merchant_note: one.note },
    currency: book.transactions.get(one.transaction)?.currency ?? "",
    createdAt: new Date(one.createdMs).toISOString(),
  }));
  return withPlanted(own, planted, ({ merchant_note }) => merchant_note.replace("Refund ", ""));
}

function transfers({ planted, ...book }: PaystackBook) {
  const own = [...book.transfers.values()].map((one) => ({
    ...{
      id: one.code,
      reference: one.reference,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
    },
    createdAt: new Date(one.createdMs).toISOString(),
  }));
  return withPlanted(own, planted, ({ reference }) => reference);
}

function page(rows: Record<string, unknown>[], query: URLSearchParams): EmulatorAnswer {
  const perPage = Number(query.get("perPage") ?? 50);
  const from = (Number(query.get("page") ?? 1) - 1) * perPage;
  return said("Retrieved", rows.slice(from, from + perPage));
}
