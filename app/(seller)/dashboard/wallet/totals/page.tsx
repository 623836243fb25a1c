import { type CsvColumn, csv, csvMoney, csvOf } from "@/app/_lists/csv";
import { period, spanOf, tabs, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ButtonLink } from "@/components/ui/button";
import { listTotals, type Total, type TotalFilters, walkTotals } from "@/lib/services/money/wallet/read";
import { totalsPath, walletPath } from "../../paths";
import { sellerListPage } from "../../seller-list";
import { type AtStore, titled } from "../../words";
import { walletFilter, walletsOf } from "../parts";

export const generateMetadata = titled("totals");

const filters = {
  by: tabs("totalsBy", ["day", "month"], (by) => `totalsBy_${by}`),
  currency: walletFilter,
  ...period,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): TotalFilters {
  const { createdAfter: from, createdBefore: to } = spanOf(who, values);
  const { timeZone, seller } = who;
  return { by: values.by, currency: values.currency || seller.store.currency, timeZone, from, to };
}

const columns = ({ by }: Wanted): Column<Total>[] => [
  { label: by === "day" ? "day" : "month", cell: ({ on }, { words }) => nameOf(on, by, words.locale) },
  money("totalsIn", "inMinor"),
  money("totalsFees", "feeMinor"),
  money("totalsOut", "outMinor"),
  {
    ...{ label: "totalsGained", onPhone: true },
    money: ({ inMinor, feeMinor, outMinor, currency }) => ({
      minor: inMinor - feeMinor - outMinor,
      currency,
    }),
  },
  money("totalsCash", "cashMinor"),
];

function money(
  label: "totalsIn" | "totalsFees" | "totalsOut" | "totalsCash",
  of: "inMinor" | "feeMinor" | "outMinor" | "cashMinor",
): Column<Total> {
  return { label, onPhone: true, money: (row) => ({ minor: row[of], currency: row.currency }) };
}

/** "2 Mar 2026", "March 2026": of a day that is the same in every zone. */
function nameOf(on: string, by: "day" | "month", locale: string): string {
  const style =
    by === "day" ? ({ dateStyle: "medium" } as const) : ({ month: "long", year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(new Date(on));
}

const csvColumns: CsvColumn<Total>[] = [
  csv("from", ({ on }) => on),
  csv("currency", ({ currency }) => currency),
  csvMoney("in", ({ inMinor }) => inMinor),
  csvMoney("fees", ({ feeMinor }) => feeMinor),
  csvMoney("out", ({ outMinor }) => outMinor),
  csvMoney("cash", ({ cashMinor }) => cashMinor),
];

/** What moved each day or month: the statement, added up. */
export default sellerListPage(
  "wallet",
  {
    path: totalsPath,
    filters,
    choices: walletsOf,
    read: (who, values, page) => listTotals(who.world, who.caller, wanted(who, values), page),
    perPage: 31,
    keyOf: ({ on }) => on,
    head: ({ words }) => ({
      title: words.text("totals"),
      purpose: words.text("totalsPurpose"),
      actions: <ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>,
    }),
    caption: "totalsCaption",
    columns,
    empty: {
      noneMatches: "noLineMatches",
      none: ({ words }) => ({ sentence: words.text("noTotals") }),
    },
    csv: {
      name: ({ seller }, { by }) => `totals-${by}-${seller.store.slug}`,
      pieces: csvOf(csvColumns, (who: AtStore, values: Wanted) =>
        walkTotals(who.world, who.caller, wanted(who, values)),
      ),
    },
  },
  "totals",
);
