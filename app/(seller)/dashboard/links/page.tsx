import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Input, Select } from "@/components/ui/field";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { listPaymentLinks } from "@/lib/services/catalog/payment-links/list";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { DocumentList, rowsOf } from "../document-list";
import { titled, wordsFor } from "../words";
import { type Filters, filtersOf, hrefWith, linkFilters } from "./filters";
import { linkPath, linksPath, linkTones, timesPaid } from "./words";

export const generateMetadata = titled("links");

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function LinksPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = filtersOf(await searchParams);
  const world = systemWorld();
  const wanted = linkFilters(filters);
  const { rows, total } = await listPaymentLinks(world, seller.caller(true), wanted, rowsOf(filters.page));
  return (
    <DocumentList
      seller={seller}
      section="links"
      path={linksPath}
      act="payment_link.change"
      texts={{
        purpose: words.text("linksPurpose"),
        add: words.text("newLink"),
        none: words.text("noLink"),
        noneMatches: words.text("noLinkMatches"),
      }}
      fields={<FilterFields filters={filters} words={words} />}
      columns="sm:grid-cols-[1fr_12rem_auto_auto_auto]"
      isFiltered={filters.status !== null || filters.search !== ""}
      page={filters.page}
      total={total}
      hrefTo={(page, under) => hrefWith(filters, page, under)}
      table={rows.length > 0 ? <LinkTable rows={rows} now={world.clock.now()} words={words} /> : null}
    />
  );
}

function FilterFields({ filters, words }: { filters: Filters; words: DashboardWords }) {
  return (
    <>
      <Input name="search" type="search" label={words.text("linkSearch")} defaultValue={filters.search} />
      <Select
        name="status"
        label={words.text("status")}
        defaultValue={filters.status ?? ""}
        options={[
          { value: "", label: words.text("any") },
          ...linkStatuses.map((value) => ({ value, label: words.text(`link_${value}`) })),
        ]}
      />
    </>
  );
}

function LinkTable({ rows, now, words }: { rows: LinkPage["link"][]; now: Date; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("linksCaption")}
      columns={[
        { label: words.text("linkTitle") },
        { label: words.text("amount"), align: "end" },
        { label: words.text("status") },
        { label: words.text("timesPaid"), align: "end", onPhone: words.text("timesPaid") },
        { label: words.text("collected"), align: "end", onPhone: words.text("collected") },
      ]}
      rows={rows.map((row) => {
        const status = linkStatus(row, now);
        const money = (minor: bigint) => formatMoney({ minor, currency: row.currency });
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
            row.amountType === "custom" ? words.text("payerTypes") : money(row.amountMinor ?? 0n),
            <StatusMark key="status" tone={linkTones[status]}>
              {words.text(`link_${status}`)}
            </StatusMark>,
            timesPaid(row, words),
            money(row.totalPaidMinor),
          ],
        };
      })}
    />
  );
}
