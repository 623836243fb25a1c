import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import { oneOf, period, searchFor, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { RowLink, standing } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import { linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import {
  type LinkFilters,
  type LinkPage,
  listPaymentLinks,
  walkPaymentLinks,
} from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Begin, sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";
import { linkPath, linksPath, linkTones, timesPaid } from "./link";

export const generateMetadata = titled("links");

type Row = LinkPage["link"];

const filters = {
  search: searchFor("linkSearch"),
  status: oneOf("status", linkStatuses, (status) => `link_${status}`),
  ...period,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): LinkFilters {
  const { search, status } = values;
  return { search: search || undefined, status: status || undefined, ...spanOf(who, values) };
}

const columns: Column<Row>[] = [
  {
    label: "linkTitle",
    cell: ({ id, title }) => (
      <RowLink href={linkPath(id)}>
        <bdi>{title}</bdi>
      </RowLink>
    ),
  },
  standing(linkTones, "link", linkStatus),
  { label: "timesPaid", align: "end", onPhone: true, cell: (row, { words }) => timesPaid(row, words) },
  {
    label: "amount",
    align: "end",
    narrow: "cut",
    cell: ({ amountType, amountMinor, currency }, { words }) =>
      amountType === "custom" ? (
        words.text("payerTypes")
      ) : (
        <Amount minor={amountMinor ?? 0n} currency={currency} lang={words.lang} />
      ),
  },
  { label: "collected", money: ({ totalPaidMinor, currency }) => ({ minor: totalPaidMinor, currency }) },
];

const csvColumns: CsvColumn<Row>[] = [
  csv("id", ({ id }) => id),
  csv("title", ({ title }) => title),
  csv("url", ({ token }) => `${systemWorld().config.siteUrl}/pay/${token}`),
  csv("status", (row, { now }) => linkStatus(row, now)),
  csv("amount_type", ({ amountType }) => amountType),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", ({ amountMinor }) => amountMinor),
  csv("payments", ({ paymentsCount }) => paymentsCount),
  csv("max_payments", ({ isReusable, maxPayments }) => (isReusable ? maxPayments : 1)),
  csvMoney("collected", ({ totalPaidMinor }) => totalPaidMinor),
  csvTime("expires", ({ expiresAt }) => expiresAt),
  csvTime("created", ({ createdAt }) => createdAt),
];

const begin = { act: "payment_link.change", href: `${linksPath}/new`, says: "newLink" } as const;

export default sellerListPage("links", {
  path: linksPath,
  filters,
  read: (who, values, page) => listPaymentLinks(who.world, who.caller, wanted(who, values), page),
  head: (who) => ({
    title: who.words.text("links"),
    purpose: who.words.text("linksPurpose"),
    actions: <Begin {...begin} who={who} look="primary" />,
  }),
  caption: "linksCaption",
  columns,
  empty: {
    noneMatches: "noLinkMatches",
    none: (who) => ({ sentence: who.words.text("noLink"), action: <Begin {...begin} who={who} /> }),
  },
  csv: storeFile("links", csvColumns, (who, values: Wanted) =>
    walkPaymentLinks(who.world, who.caller, wanted(who, values)),
  ),
});
