import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import { withPlanted } from "./planted";
import { intentId, type Session, type StripeBook } from "./stripe-book";

const perPage = 2;

/** What moved the balance, newest first, with what each is about. Null for what is none of its paths. */
export function answerStatement(
  book: StripeBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (method !== "GET" || path !== "/v1/balance_transactions") return null;
  const inTime = (one: { created: number }) =>
    one.created >= Number(query.get("created[gte]") ?? 0) &&
    one.created < Number(query.get("created[lt]") ?? 1e12);
  const newest = linesOf(book).filter(inTime).reverse();
  const after = newest.findIndex(({ id }) => id === query.get("starting_after"));
  const data = newest.slice(after + 1, after + 1 + perPage);
  return {
    status: 200,
    json: { object: "list", data, has_more: after + 1 + perPage < newest.length },
  };
}

function linesOf(book: StripeBook) {
  const { planted } = book;
  const charges = book.sessions
    .filter(({ paid }) => paid)
    .map((session) => line(`txn_${session.id}`, session.createdAt, session.amount, chargeOf(session)));
  const refunds = book.refunds
    .filter(({ status }) => status === "succeeded")
    .map(({ id, intent, amount, metadata, createdAt }) => {
      const charge = book.sessions.find((one) => intentId(one) === intent);
      return line(`txn_${id}`, createdAt, -amount, {
        ...{ id, object: "refund", amount, currency: charge?.currency ?? "", metadata },
        charge: charge ? chargeOf(charge) : null,
      });
    });
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) =>
    line(`txn_foreign_${place}`, book.sessions.at(-1)?.createdAt ?? 0, amount, {
      ...{ id: `ch_foreign_${place}`, object: "charge", amount, currency, metadata: { attempt: ourId } },
    }),
  );
  const fee = line("txn_fee", book.sessions.at(-1)?.createdAt ?? 0, -30, { id: "fee_1", object: "fee" });
  const own = withPlanted([...charges, ...refunds], planted, ({ source }) => String(source.ours ?? ""));
  return [...own.map(amountOfSource), ...foreign, ...(own.length > 0 ? [fee] : [])];
}

/** What was planted in the amount is told of the charge too. */
function amountOfSource(one: ReturnType<typeof line>) {
  return { ...one, source: { ...one.source, amount: Math.abs(one.amount) } };
}

function line(id: string, created: number, amount: number, source: Record<string, unknown>) {
  const metadata = source.metadata as Record<string, string> | undefined;
  const ours = metadata?.refundId ?? metadata?.attempt;
  return { id, object: "balance_transaction", created, amount, source: { ...source, ours } };
}

function chargeOf({ id, amount, currency, metadata }: Session) {
  return { id: id.replace("cs_test_", "ch_"), object: "charge", amount, currency, metadata };
}
