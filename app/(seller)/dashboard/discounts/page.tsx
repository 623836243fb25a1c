import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import { oneOf, period, searchFor, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { RowLink, standing } from "@/app/_lists/list-view";
import { discountStatus, discountStatuses } from "@/lib/domain/discount";
import {
  type DiscountFilters,
  type DiscountRow,
  listDiscounts,
  walkDiscounts,
} from "@/lib/services/catalog/discounts/read";
import { Begin, sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";
import { discountPath, discountsPath, discountTones, takesOff, timesRedeemed, waysOf } from "./discount";

export const generateMetadata = titled("discounts");

const filters = {
  search: searchFor("discountSearch"),
  status: oneOf("status", discountStatuses, (status) => `discount_${status}`),
  ...period,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): DiscountFilters {
  const { search, status } = values;
  return { search: search || undefined, status: status || undefined, ...spanOf(who, values) };
}

const columns: Column<DiscountRow>[] = [
  {
    label: "discountName",
    cell: ({ id, name }) => (
      <RowLink href={discountPath(id)}>
        <bdi>{name}</bdi>
      </RowLink>
    ),
  },
  { label: "discountCode", cell: (row, { words }) => <bdi>{waysOf(row, words)}</bdi> },
  { label: "discountTakesOff", align: "end", cell: (row, { words }) => takesOff(row, words) },
  standing(discountTones, "discount", discountStatus),
  {
    label: "discountRedeemed",
    align: "end",
    onPhone: true,
    cell: (row, { words }) => timesRedeemed(row, words),
  },
  {
    label: "discountGiven",
    money: ({ totalDiscountedMinor, currency }) => ({ minor: totalDiscountedMinor, currency }),
  },
];

const csvColumns: CsvColumn<DiscountRow>[] = [
  csv("id", ({ id }) => id),
  csv("name", ({ name }) => name),
  csv("code", ({ code }) => code),
  csv("status", (row, { now }) => discountStatus(row, now)),
  csv("percent", ({ percentHundredths }) => (percentHundredths === null ? null : percentHundredths / 100)),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", ({ amountMinor }) => amountMinor),
  csv("redemptions", ({ redemptionsCount }) => redemptionsCount),
  csv("max_redemptions", ({ maxRedemptions }) => maxRedemptions),
  csvMoney("discounted", ({ totalDiscountedMinor }) => totalDiscountedMinor),
  csvTime("expires", ({ expiresAt }) => expiresAt),
  csvTime("created", ({ createdAt }) => createdAt),
];

const begin = { act: "discount.change", href: `${discountsPath}/new`, says: "newDiscount" } as const;

export default sellerListPage("discounts", {
  path: discountsPath,
  filters,
  read: (who, values, page) => listDiscounts(who.world, who.caller, wanted(who, values), page),
  head: (who) => ({
    title: who.words.text("discounts"),
    purpose: who.words.text("discountsPurpose"),
    actions: <Begin {...begin} who={who} look="primary" />,
  }),
  caption: "discountsCaption",
  columns,
  empty: {
    noneMatches: "noDiscountMatches",
    none: (who) => ({ sentence: who.words.text("noDiscount"), action: <Begin {...begin} who={who} /> }),
  },
  csv: storeFile("discounts", csvColumns, (who, values: Wanted) =>
    walkDiscounts(who.world, who.caller, wanted(who, values)),
  ),
});
