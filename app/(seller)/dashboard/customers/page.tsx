import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { lastPayments } from "@/lib/services/people/customers/last-payments";
import { listCustomers } from "@/lib/services/people/customers/list";
import { SellerPage } from "../seller-page";
import { pageLabels, titled, wordsFor } from "../words";
import { type Filters, filtersOf, hrefWith } from "./filters";
import { customerPath, customersPath } from "./paths";

export const generateMetadata = titled("customers");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;
type Customer = Awaited<ReturnType<typeof listCustomers>>["rows"][number];

export default async function CustomersPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const world = systemWorld();
  const caller = seller.caller(true);
  const mayAdd = may(seller.role, "customer.change");
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
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section="customers">
      <PageHeader
        title={words.text("customers")}
        purpose={words.text("customersPurpose")}
        actions={
          mayAdd ? (
            <>
              <ButtonLink href={`${customersPath}/import`}>{words.text("importThem")}</ButtonLink>
              <ButtonLink look="primary" href={`${customersPath}/new`}>
                {words.text("addCustomer")}
              </ButtonLink>
            </>
          ) : null
        }
      />
      <SearchForm filters={filters} words={words} />
      {rows.length > 0 ? (
        <CustomerTable rows={rows} paid={paid} timeZone={seller.store.timeZone} words={words} />
      ) : (
        <Nobody filters={filters} mayAdd={mayAdd} words={words} />
      )}
      <Pagination
        page={filters.page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, filters.page, lastPage, total)}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

function SearchForm({ filters, words }: { filters: Filters; words: DashboardWords }) {
  return (
    <form
      method="get"
      action={customersPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 *:first:col-span-2 sm:*:first:col-span-1 sm:grid-cols-[minmax(0,24rem)_auto_auto_auto] sm:justify-start"
    >
      <Input
        name="search"
        label={words.text("customerSearch")}
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Button>{words.text("show")}</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        {words.text("downloadCsv")}
      </ButtonLink>
      {filters.search ? (
        <ButtonLink look="quiet" href={customersPath}>
          {words.text("clearFilters")}
        </ButtonLink>
      ) : null}
    </form>
  );
}

function Nobody({ filters, mayAdd, words }: { filters: Filters; mayAdd: boolean; words: DashboardWords }) {
  if (filters.search)
    return (
      <EmptyState
        sentence={words.text("nobodyMatches")}
        action={<ButtonLink href={customersPath}>{words.text("clearFilters")}</ButtonLink>}
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence={words.text("notSoMany")}
        action={<ButtonLink href={customersPath}>{words.text("toNewest")}</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence={words.text("noCustomer")}
      action={
        mayAdd ? (
          <ButtonLink href={`${customersPath}/import`}>{words.text("importCustomers")}</ButtonLink>
        ) : undefined
      }
    />
  );
}

function CustomerTable({
  rows,
  paid,
  timeZone,
  words,
}: {
  rows: Customer[];
  paid: Map<number, Date>;
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Table
      caption={words.text("customersCaption")}
      columns={[
        { label: words.text("customerName") },
        { label: words.text("customerEmail") },
        { label: words.text("phone") },
        { label: words.text("lastPayment"), onPhone: words.text("lastPaid") },
        { label: words.text("lifetimeValue"), align: "end" },
      ]}
      rows={rows.map(({ row, lifetimeMinor, currency }) => {
        const at = paid.get(row.id);
        return {
          key: String(row.id),
          cells: [
            <a key="name" href={customerPath(row.id)} className="underline-offset-2 hover:underline">
              <bdi>{row.name}</bdi>
              {row.status === "blocked" ? (
                <span className="text-ink-2"> {words.text("blockedMark")}</span>
              ) : null}
            </a>,
            <bdi key="email" className="break-all">
              {row.email}
            </bdi>,
            row.phone,
            at ? (
              <Timestamp key="paid" at={at} timeZone={timeZone} locale={words.locale} />
            ) : (
              words.text("never")
            ),
            <Amount key="value" minor={lifetimeMinor} currency={currency} />,
          ],
        };
      })}
    />
  );
}
