import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import {
  amounts,
  amountsOf,
  carriedDay,
  oneOf,
  period,
  searchFor,
  spanOf,
  type Values,
} from "@/app/_lists/filters";
import { type Column, numbersOf } from "@/app/_lists/list";
import { ButtonLink } from "@/components/ui/button";
import { balanceOf, invoiceStatuses } from "@/lib/domain/invoice";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import {
  type InvoiceFilters,
  type InvoicePage,
  listInvoices,
  walkInvoices,
} from "@/lib/services/billing/invoices/read";
import { invoicePath, invoicesPath } from "../paths";
import { Begin, sellerBulk, sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";
import { paperColumns } from "./paper";
import { dayText, invoiceMark, quotesPath, recurringPath, withKept } from "./words";

export const generateMetadata = titled("invoices");

type Row = Awaited<ReturnType<typeof withKept<InvoicePage["invoice"]>>>[number];

const filters = {
  search: searchFor("invoiceSearch"),
  status: oneOf("status", invoiceStatuses, (status) => `invoice_${status}`),
  ...period,
  ...amounts,
  due_from: carriedDay("dueFrom"),
  due_to: carriedDay("dueTo"),
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): InvoiceFilters {
  const { search, status, due_from: from, due_to: to } = values;
  const spans = { ...spanOf(who, values), ...amountsOf(who.seller.store.currency, values) };
  return {
    search: search || undefined,
    status: status || undefined,
    owed: from && to ? { from, to } : undefined,
    ...spans,
  };
}

const columns: Column<Row>[] = [
  ...paperColumns(invoicePath, invoiceMark),
  { label: "due", onPhone: true, cell: ({ dueOn }, { words }) => (dueOn ? dayText(dueOn, words) : "") },
  {
    label: "total",
    money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
  },
  {
    ...{ label: "balance", narrow: "hidden" },
    money: (row) => (balanceOf(row) > 0n ? { minor: balanceOf(row), currency: row.currency } : null),
  },
];

const isoDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;

const csvColumns: CsvColumn<Row>[] = [
  csv("number", ({ number }) => number),
  csv("customer", ({ customerName }) => customerName),
  csv("email", ({ customerEmail }) => customerEmail),
  csv("phone", ({ customerPhone }) => customerPhone),
  csv("status", (row, { now }) => invoiceStatusOf(row, now)),
  csv("currency", ({ currency }) => currency),
  csvMoney("subtotal", ({ subtotalMinor }) => subtotalMinor),
  csvMoney("discount", ({ discountMinor }) => discountMinor),
  csvMoney("tax", ({ taxMinor }) => taxMinor),
  csvMoney("total", ({ totalMinor }) => totalMinor),
  csvMoney("paid", ({ paidMinor }) => paidMinor),
  csvMoney("balance", (row) => balanceOf(row)),
  csv("issued_on", ({ issuedOn }) => isoDay(issuedOn)),
  csv("due_on", ({ dueOn }) => isoDay(dueOn)),
  csvTime("sent", ({ sentAt }) => sentAt),
  csvTime("paid_at", ({ paidAt }) => paidAt),
  csvTime("created", ({ createdAt }) => createdAt),
];

const begin = { act: "invoice.change", href: `${invoicesPath}/new`, says: "newInvoice" } as const;

export default sellerListPage("invoices", {
  path: invoicesPath,
  filters,
  read: async (who, values, page) => {
    const found = await listInvoices(who.world, who.caller, wanted(who, values), page, "as a log");
    return { ...found, rows: await withKept("invoice", found.rows) };
  },
  bulk: sellerBulk(
    [
      { name: "send", label: "bulk_send", needs: "invoice.change" },
      { name: "remind", label: "bulk_remind", needs: "invoice.change" },
      { name: "cancel", label: "bulk_cancel", asks: "bulkAsk_cancel", needs: "invoice.change" },
    ],
    ({ number }) => number,
  ),
  head: (who) => ({
    title: who.words.text("invoices"),
    purpose: who.words.text("invoicesPurpose"),
    actions: (
      <>
        <ButtonLink href={quotesPath}>{who.words.text("quotes")}</ButtonLink>
        <ButtonLink href={recurringPath}>{who.words.text("recurring")}</ButtonLink>
        <Begin {...begin} who={who} look="primary" />
      </>
    ),
  }),
  caption: "invoicesCaption",
  columns,
  empty: {
    noneMatches: "noInvoiceMatches",
    none: (who) => ({ sentence: who.words.text("noInvoice"), action: <Begin {...begin} who={who} /> }),
  },
  csv: storeFile("invoices", csvColumns, (who, values: Wanted, chosen) =>
    walkInvoices(who.world, who.caller, { ...wanted(who, values), ids: numbersOf(chosen) }),
  ),
});
