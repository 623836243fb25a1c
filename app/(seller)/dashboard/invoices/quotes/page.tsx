import type { Column } from "@/app/_lists/list";
import { RowLink, standing } from "@/app/_lists/list-view";
import { listQuotes, type QuoteRow, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { Begin, sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { asRead, dayText, quotePath, quotesPath, quoteTones, withKept } from "../words";

export const generateMetadata = titled("quotes");

const columns: Column<QuoteRow>[] = [
  { label: "invoiceNumber", cell: (row) => <RowLink href={quotePath(row.id)}>{row.number}</RowLink> },
  {
    label: "customer",
    cell: (row) => <bdi className="wrap-anywhere">{row.customerName}</bdi>,
  },
  standing(quoteTones, "quote", (row, now) => asRead(row, statusOfQuote(row, now))),
  { label: "validUntil", onPhone: true, cell: ({ validUntil }, { words }) => dayText(validUntil, words) },
  { label: "total", money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }) },
];

const begin = { act: "invoice.change", href: `${quotesPath}/new`, says: "newQuote" } as const;

export default sellerListPage(
  "invoices",
  {
    path: quotesPath,
    filters: {},
    read: async (who, _, page) => {
      const found = await listQuotes(who.world, who.caller, page);
      return { ...found, rows: await withKept("quote", found.rows) };
    },
    head: (who) => ({
      title: who.words.text("quotes"),
      purpose: who.words.text("quotesPurpose"),
      actions: <Begin {...begin} who={who} look="primary" />,
    }),
    caption: "quotesCaption",
    columns,
    empty: {
      noneMatches: "noQuote",
      none: (who) => ({ sentence: who.words.text("noQuote"), action: <Begin {...begin} who={who} /> }),
    },
  },
  "quotes",
);
