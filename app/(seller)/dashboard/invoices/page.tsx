import type { Metadata } from "next";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { invoiceStatuses } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { listInvoices } from "@/lib/services/invoices/list";
import type { InvoicePage } from "@/lib/services/invoices/read";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../allowed";
import { SellerPage } from "../seller-page";
import { type Filters, filtersOf, hrefWith, invoiceFilters, isFiltered } from "./filters";
import { dayText, invoicePath, invoiceStatusWords, invoicesPath } from "./words";

export const metadata: Metadata = { title: "Invoices" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function InvoicesPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const filters = filtersOf(await searchParams);
  const world = systemWorld();
  const { rows, total } = await listInvoices(world, seller.caller(true), invoiceFilters(filters), {
    skip: (filters.page - 1) * perPage,
    take: perPage,
  });
  return (
    <SellerPage seller={seller} section="invoices">
      <PageHeader
        title="Invoices"
        purpose="Send a bill by e-mail or SMS. Each has a page where it is paid, all at once or in parts."
        actions={
          <Allowed seller={seller} act="invoice.change">
            <ButtonLink look="primary" href={`${invoicesPath}/new`}>
              New invoice
            </ButtonLink>
          </Allowed>
        }
      />
      <InvoiceFilters filters={filters} />
      {rows.length === 0 ? (
        <Nothing filtered={isFiltered(filters)} seller={seller} />
      ) : (
        <InvoiceTable rows={rows} now={world.clock.now()} />
      )}
      <Pagination
        page={filters.page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

function InvoiceFilters({ filters }: { filters: Filters }) {
  return (
    <form
      method="get"
      action={invoicesPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[1fr_1fr_10rem_auto_auto_auto]"
    >
      <Input name="number" label="Number" placeholder="INV-000001" defaultValue={filters.number} />
      <Input name="email" type="email" label="Customer's e-mail" defaultValue={filters.email} />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status ?? ""}
        options={[
          { value: "", label: "Any" },
          ...invoiceStatuses.map((value) => ({ value, label: invoiceStatusWords[value].word })),
        ]}
      />
      <Button>Filter</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        Download CSV
      </ButtonLink>
      {isFiltered(filters) ? <ButtonLink href={invoicesPath}>Clear filters</ButtonLink> : null}
    </form>
  );
}

function Nothing({ filtered, seller }: { filtered: boolean; seller: CurrentSeller }) {
  if (filtered)
    return (
      <EmptyState
        sentence="No invoice matches these filters."
        action={<ButtonLink href={invoicesPath}>Clear filters</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence="No invoice yet. Write one, look at it as your customer will, and send it by e-mail or SMS."
      action={
        <Allowed seller={seller} act="invoice.change">
          <ButtonLink href={`${invoicesPath}/new`}>New invoice</ButtonLink>
        </Allowed>
      }
    />
  );
}

function InvoiceTable({ rows, now }: { rows: InvoicePage["invoice"][]; now: Date }) {
  return (
    <Table
      caption="Invoices, newest first"
      columns={[
        { label: "Number" },
        { label: "Balance", align: "end", onPhone: "Balance" },
        { label: "Customer" },
        { label: "Status" },
        { label: "Due", onPhone: "Due" },
        { label: "Total", align: "end", onPhone: "Total" },
      ]}
      rows={rows.map((row) => {
        const { tone, word } = invoiceStatusWords[invoiceStatusOf(row, now)];
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
            money(row.totalMinor - row.paidMinor),
            <bdi key="customer" className="wrap-anywhere">
              {row.customerName}
            </bdi>,
            <StatusMark key="status" tone={tone}>
              {word}
            </StatusMark>,
            row.dueOn ? dayText(row.dueOn) : "",
            money(row.totalMinor),
          ],
        };
      })}
    />
  );
}
