import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Input, Select } from "@/components/ui/field";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { currentSeller } from "@/lib/auth/current-seller";
import { balanceOf, invoiceStatuses } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { listInvoices } from "@/lib/services/billing/invoices/list";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { DocumentList, rowsOf } from "../document-list";
import { titled, wordsFor } from "../words";
import { type Filters, filtersOf, hrefWith, invoiceFilters, isFiltered } from "./filters";
import { dayText, invoicePath, invoicesPath, invoiceTones } from "./words";

export const generateMetadata = titled("invoices");

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function InvoicesPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = filtersOf(await searchParams);
  const world = systemWorld();
  const wanted = invoiceFilters(filters);
  const { rows, total } = await listInvoices(world, seller.caller(true), wanted, rowsOf(filters.page));
  return (
    <DocumentList
      seller={seller}
      section="invoices"
      path={invoicesPath}
      act="invoice.change"
      texts={{
        purpose: words.text("invoicesPurpose"),
        add: words.text("newInvoice"),
        none: words.text("noInvoice"),
        noneMatches: words.text("noInvoiceMatches"),
      }}
      fields={<FilterFields filters={filters} words={words} />}
      columns="sm:grid-cols-[1fr_1fr_10rem_auto_auto_auto]"
      isFiltered={isFiltered(filters)}
      page={filters.page}
      total={total}
      hrefTo={(page, under) => hrefWith(filters, page, under)}
      table={rows.length > 0 ? <InvoiceTable rows={rows} now={world.clock.now()} words={words} /> : null}
    />
  );
}

function FilterFields({ filters, words }: { filters: Filters; words: DashboardWords }) {
  return (
    <>
      <Input
        name="number"
        label={words.text("invoiceNumber")}
        placeholder="INV-000001"
        defaultValue={filters.number}
      />
      <Input name="email" type="email" label={words.text("buyerEmail")} defaultValue={filters.email} />
      <Select
        name="status"
        label={words.text("status")}
        defaultValue={filters.status ?? ""}
        options={[
          { value: "", label: words.text("any") },
          ...invoiceStatuses.map((value) => ({ value, label: words.text(`invoice_${value}`) })),
        ]}
      />
    </>
  );
}

function InvoiceTable({
  rows,
  now,
  words,
}: {
  rows: InvoicePage["invoice"][];
  now: Date;
  words: DashboardWords;
}) {
  return (
    <Table
      caption={words.text("invoicesCaption")}
      columns={[
        { label: words.text("invoiceNumber") },
        { label: words.text("balance"), align: "end", onPhone: words.text("balance") },
        { label: words.text("customer") },
        { label: words.text("status") },
        { label: words.text("due"), onPhone: words.text("due") },
        { label: words.text("total"), align: "end", onPhone: words.text("total") },
      ]}
      rows={rows.map((row) => {
        const status = invoiceStatusOf(row, now);
        const money = (minor: bigint) => formatMoney({ minor, currency: row.currency });
        return {
          key: String(row.id),
          cells: [
            <a
              key="number"
              href={invoicePath(row.id)}
              className="font-medium underline-offset-2 hover:underline"
            >
              {row.number}
            </a>,
            money(balanceOf(row)),
            <bdi key="customer" className="wrap-anywhere">
              {row.customerName}
            </bdi>,
            <StatusMark key="status" tone={invoiceTones[status]}>
              {words.text(`invoice_${status}`)}
            </StatusMark>,
            row.dueOn ? dayText(row.dueOn, words) : "",
            money(row.totalMinor),
          ],
        };
      })}
    />
  );
}
