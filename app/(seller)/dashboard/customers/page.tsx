import type { Metadata } from "next";
import { Amount } from "@/components/dashboard/amount";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentSeller } from "@/lib/auth/current-seller";
import { lastPayments } from "@/lib/services/customers/last-payments";
import { listCustomers } from "@/lib/services/customers/list";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../seller-page";
import { type Filters, filtersOf, hrefWith } from "./filters";
import { customerPath, customersPath } from "./paths";

export const metadata: Metadata = { title: "Customers" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;
type Customer = Awaited<ReturnType<typeof listCustomers>>["rows"][number];

export default async function CustomersPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const caller = seller.caller(true);
  const filters = filtersOf(await searchParams);
  const { rows, total } = await listCustomers(
    world,
    caller,
    { search: filters.search },
    { skip: (filters.page - 1) * perPage, take: perPage },
  );
  const paid = await lastPayments(
    world,
    caller,
    rows.map(({ row }) => row.id),
  );
  return (
    <SellerPage seller={seller} section="customers">
      <PageHeader
        title="Customers"
        purpose="Everybody who paid or was added. All stores of your account share them."
        actions={
          seller.role === "viewer" ? null : (
            <>
              <ButtonLink href={`${customersPath}/import`}>Import</ButtonLink>
              <ButtonLink look="primary" href={`${customersPath}/new`}>
                Add a customer
              </ButtonLink>
            </>
          )
        }
      />
      <SearchForm filters={filters} />
      {rows.length > 0 ? (
        <CustomerTable rows={rows} paid={paid} timeZone={seller.store.timeZone} />
      ) : (
        <Nobody filters={filters} mayAdd={seller.role !== "viewer"} />
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

function SearchForm({ filters }: { filters: Filters }) {
  return (
    <form
      method="get"
      action={customersPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto_auto_auto] sm:justify-start"
    >
      <Input
        name="search"
        label="Name, e-mail or phone"
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Button>Show</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        Download CSV
      </ButtonLink>
      {filters.search ? (
        <ButtonLink look="quiet" href={customersPath}>
          Clear filters
        </ButtonLink>
      ) : null}
    </form>
  );
}

function Nobody({ filters, mayAdd }: { filters: Filters; mayAdd: boolean }) {
  if (filters.search)
    return (
      <EmptyState
        sentence="Nobody matches this search."
        action={<ButtonLink href={customersPath}>Clear filters</ButtonLink>}
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence="There are not so many customers."
        action={<ButtonLink href={customersPath}>To the newest</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence="No customer yet. Whoever pays becomes one by themselves; those you have already can be imported from a file."
      action={mayAdd ? <ButtonLink href={`${customersPath}/import`}>Import customers</ButtonLink> : undefined}
    />
  );
}

function CustomerTable({
  rows,
  paid,
  timeZone,
}: {
  rows: Customer[];
  paid: Map<number, Date>;
  timeZone: string;
}) {
  return (
    <Table
      caption="Customers, newest first"
      columns={[
        { label: "Name" },
        { label: "E-mail" },
        { label: "Phone" },
        { label: "Last payment", onPhone: "Last paid" },
        { label: "Lifetime value", align: "end" },
      ]}
      rows={rows.map(({ row, lifetimeMinor, currency }) => {
        const at = paid.get(row.id);
        return {
          key: String(row.id),
          cells: [
            <a key="name" href={customerPath(row.id)} className="underline-offset-2 hover:underline">
              <bdi>{row.name}</bdi>
              {row.status === "blocked" ? <span className="text-ink-2"> (blocked)</span> : null}
            </a>,
            <bdi key="email" className="break-all">
              {row.email}
            </bdi>,
            row.phone,
            at ? <Timestamp key="paid" at={at} timeZone={timeZone} /> : "never",
            <Amount key="value" minor={lifetimeMinor} currency={currency} />,
          ],
        };
      })}
    />
  );
}
