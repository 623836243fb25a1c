import type { Metadata } from "next";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { listPaymentLinks } from "@/lib/services/payment-links/list";
import type { LinkPage } from "@/lib/services/payment-links/read";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../allowed";
import { SellerPage } from "../seller-page";
import { type Filters, filtersOf, hrefWith, linkFilters } from "./filters";
import { linkPath, linkStatusWords, linksPath } from "./words";

export const metadata: Metadata = { title: "Payment links" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function LinksPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const filters = filtersOf(await searchParams);
  const world = systemWorld();
  const { rows, total } = await listPaymentLinks(world, seller.caller(true), linkFilters(filters), {
    skip: (filters.page - 1) * perPage,
    take: perPage,
  });
  const isFiltered = filters.status !== null || filters.search !== "";
  return (
    <SellerPage seller={seller} section="links">
      <PageHeader
        title="Payment links"
        purpose="Pages that take a payment. Share the link, print its code, no shop needed."
        actions={
          <Allowed seller={seller} act="payment_link.change">
            <ButtonLink look="primary" href={`${linksPath}/new`}>
              New payment link
            </ButtonLink>
          </Allowed>
        }
      />
      <LinkFilters filters={filters} isFiltered={isFiltered} />
      {rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} seller={seller} />
      ) : (
        <LinkTable rows={rows} now={world.clock.now()} />
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

function LinkFilters({ filters, isFiltered }: { filters: Filters; isFiltered: boolean }) {
  return (
    <form
      method="get"
      action={linksPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[1fr_12rem_auto_auto_auto]"
    >
      <Input name="search" type="search" label="Title or description" defaultValue={filters.search} />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status ?? ""}
        options={[
          { value: "", label: "Any" },
          ...linkStatuses.map((value) => ({ value, label: linkStatusWords[value].word })),
        ]}
      />
      <Button>Filter</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        Download CSV
      </ButtonLink>
      {isFiltered ? <ButtonLink href={linksPath}>Clear filters</ButtonLink> : null}
    </form>
  );
}

function Nothing({ isFiltered, seller }: { isFiltered: boolean; seller: CurrentSeller }) {
  if (isFiltered)
    return (
      <EmptyState
        sentence="No link matches these filters."
        action={<ButtonLink href={linksPath}>Clear filters</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence="No payment link yet. Make one for a thing you are paid for again and again: a lesson, a fare, a donation."
      action={
        <Allowed seller={seller} act="payment_link.change">
          <ButtonLink href={`${linksPath}/new`}>New payment link</ButtonLink>
        </Allowed>
      }
    />
  );
}

function LinkTable({ rows, now }: { rows: LinkPage["link"][]; now: Date }) {
  return (
    <Table
      caption="Payment links, newest first"
      columns={[
        { label: "Title" },
        { label: "Amount", align: "end" },
        { label: "Status" },
        { label: "Paid", align: "end", onPhone: "Paid" },
        { label: "Collected", align: "end", onPhone: "Collected" },
      ]}
      rows={rows.map((row) => {
        const { tone, word } = linkStatusWords[linkStatus(row, now)];
        const money = (minor: bigint) => formatMoney({ minor, currency: row.currency });
        const max = row.isReusable ? row.maxPayments : 1;
        return {
          key: String(row.id),
          cells: [
            <a
              key="title"
              href={linkPath(row.id)}
              className="wrap-anywhere font-medium underline-offset-2 hover:underline"
            >
              <bdi>{row.title}</bdi>
            </a>,
            row.amountType === "custom" ? "Payer types it" : money(row.amountMinor ?? 0n),
            <StatusMark key="status" tone={tone}>
              {word}
            </StatusMark>,
            max === null ? String(row.paymentsCount) : `${row.paymentsCount} of ${max}`,
            money(row.totalPaidMinor),
          ],
        };
      })}
    />
  );
}
