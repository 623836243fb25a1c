import type { Column } from "@/app/_lists/list";
import { RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { listQuotes, type QuoteRow, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { Allowed } from "../../allowed";
import { type AtStore, sellerList } from "../../seller-list";
import { dayText } from "../words";
import { quotePath, quotesPath, quoteTones } from "./words";

const columns: Column<QuoteRow>[] = [
  { label: "invoiceNumber", cell: (row) => <RowLink href={quotePath(row.id)}>{row.number}</RowLink> },
  {
    label: "customer",
    narrow: "cut",
    cell: (row) => <bdi className="wrap-anywhere">{row.customerName}</bdi>,
  },
  {
    label: "status",
    cell: (row, { now, words }) => {
      const status = statusOfQuote(row, now);
      return <StatusMark tone={quoteTones[status]}>{words.text(`quote_${status}`)}</StatusMark>;
    },
  },
  { label: "validUntil", onPhone: true, cell: ({ validUntil }, { words }) => dayText(validUntil, words) },
  { label: "total", money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }) },
];

function AddOne({ who, look }: { who: AtStore; look?: "primary" }) {
  return (
    <Allowed seller={who.seller} act="invoice.change">
      <ButtonLink {...(look ? { look } : {})} href={`${quotesPath}/new`}>
        {who.words.text("newQuote")}
      </ButtonLink>
    </Allowed>
  );
}

export const quoteList = sellerList({
  path: quotesPath,
  filters: {},
  read: (who, _, page) => listQuotes(who.world, who.caller, page),
  keyOf: ({ id }) => String(id),
  head: (who) => ({
    title: who.words.text("quotes"),
    purpose: who.words.text("quotesPurpose"),
    actions: <AddOne who={who} look="primary" />,
  }),
  caption: "quotesCaption",
  columns,
  empty: {
    noneMatches: "noQuote",
    none: (who) => ({ sentence: who.words.text("noQuote"), action: <AddOne who={who} /> }),
  },
});
