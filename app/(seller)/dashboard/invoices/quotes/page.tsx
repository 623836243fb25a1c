import type { Column } from "@/app/_lists/list";
import { listQuotes, type QuoteRow } from "@/lib/services/billing/quotes/quotes";
import { Begin, sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { paperColumns } from "../paper";
import { dayText, quoteMark, quotePath, quotesPath, withKept } from "../words";

export const generateMetadata = titled("quotes");

const columns: Column<QuoteRow>[] = [
  ...paperColumns(quotePath, quoteMark),
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
