import { z } from "zod";
import type { AccountMonth, BookEntry, BookMonth } from "@/lib/domain/bookkeeping";
import { kindOfBook } from "@/lib/domain/bookkeeping";
import { toMajor } from "@/lib/domain/money";
import { timestamp } from "./event";
import { pageShape } from "./input";

const month = z.string().meta({ example: "2026-10", description: "A month of the store's own time zone." });
const asked = month.optional().meta({
  example: "2026-10",
  description: "A month of the store's own time zone. The one that runs without it.",
});
const currency = z.string().optional().meta({ example: "UGX", description: "The store's own without one." });

// What is wrong with them is said by `monthAsked`, as on the page.
export const BooksQuery = z.object({ month: asked, currency });
export const BookEntryQuery = z.object({ month: asked, currency, ...pageShape });

const account = z.string().meta({
  description:
    "`wallet`, `cash`, `payouts_on_way`, `bank`, `unassigned`, `refunds_on_way`, `fees_due`, `tax`, `sales`, `refunds`, `reversals`, `fees`, `provider_fees`, `corrections`, or `own:<key>` of an account of your own at a provider.",
});
const kind = z.enum(["asset", "liability", "income", "expense"]);

/** An account of a month. Debits above zero; what keeps no balance has none. */
const BookAccountMonth = z.object({
  account,
  kind,
  opening: z
    .number()
    .nullable()
    .meta({ description: "Above zero it is a debit. Null for sales and the like." }),
  debits: z.number(),
  credits: z.number(),
  closing: z.number().nullable(),
});

export const Books = z
  .object({
    object: z.literal("bookkeeping"),
    month,
    currency: z.string(),
    time_zone: z.string(),
    accounts: z.array(BookAccountMonth),
  })
  .meta({ id: "Bookkeeping" });

export function serializeBooks(of: BookMonth, accounts: readonly AccountMonth[]): z.output<typeof Books> {
  const amount = (minor: bigint) => toMajor({ minor, currency: of.currency });
  const balance = (minor: bigint | null) => (minor === null ? null : amount(minor));
  return {
    ...{ object: "bookkeeping" as const, month: of.month, currency: of.currency, time_zone: of.timeZone },
    accounts: accounts.map(({ account, openingMinor, debitMinor, creditMinor, closingMinor }) => ({
      ...{ account, kind: kindOfBook(account), opening: balance(openingMinor) },
      ...{ debits: amount(debitMinor), credits: amount(creditMinor), closing: balance(closingMinor) },
    })),
  };
}

const BookLine = z.object({ account, debit: z.number(), credit: z.number() });

export const BookJournalEntry = z
  .object({
    id: z.string(),
    object: z.literal("bookkeeping_entry"),
    what: z
      .string()
      .meta({ example: "payment_settled", description: "What happened, as the statement says it." }),
    at: z.string().meta({ format: "date-time" }),
    order_id: z.int().nullable(),
    order_number: z.string().nullable(),
    payout_id: z.string().nullable(),
    provider: z.string().nullable(),
    provider_reference: z.string().nullable(),
    lines: z.array(BookLine).meta({ description: "Debits and credits come to the same." }),
  })
  .meta({ id: "BookkeepingEntry" });

export function serializeBookEntry(currency: string, entry: BookEntry): z.output<typeof BookJournalEntry> {
  const { id, kind, at, orderId, orderNumber, payoutId, rail, reference, lines } = entry;
  const amount = (minor: bigint) => (minor > 0n ? toMajor({ minor, currency }) : 0);
  return {
    ...{ id: String(id), object: "bookkeeping_entry" as const, what: kind, at: timestamp(at) },
    ...{ order_id: orderId, order_number: orderNumber, payout_id: payoutId },
    ...{ provider: rail, provider_reference: reference },
    lines: lines.map(({ account, minor }) => ({ account, debit: amount(minor), credit: amount(-minor) })),
  };
}

/** In the story of all examples: Amina pays for a month. */
export const bookkeepingExamples = {
  Bookkeeping: {
    ...{ object: "bookkeeping", month: "2026-10", currency: "UGX", time_zone: "Africa/Kampala" },
    accounts: [
      { account: "wallet", kind: "asset", opening: 0, debits: 47500, credits: 0, closing: 47500 },
      { account: "sales", kind: "income", opening: null, debits: 0, credits: 50000, closing: null },
      { account: "fees", kind: "expense", opening: null, debits: 2500, credits: 0, closing: null },
    ],
  },
  BookkeepingEntry: {
    ...{ id: "9001", object: "bookkeeping_entry", what: "payment_settled", at: "2026-10-31T09:30:00+00:00" },
    ...{ order_id: 1042, order_number: "ORD-000042", payout_id: null },
    ...{ provider: "pawapay", provider_reference: "MP260131.0930.A00001" },
    lines: [
      { account: "wallet", debit: 47500, credit: 0 },
      { account: "sales", debit: 0, credit: 50000 },
      { account: "fees", debit: 2500, credit: 0 },
    ],
  },
};
