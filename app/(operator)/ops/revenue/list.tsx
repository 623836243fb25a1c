import { csv, csvMoney, csvOf } from "@/app/_lists/csv";
import { dayOf, tabs, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import type { Language } from "@/lib/domain/languages";
import {
  listRevenue,
  type RevenueFilters,
  type RevenueLine,
  revenueViews,
  sumRevenue,
  walkRevenue,
} from "@/lib/services/desk/operator/revenue";
import type { AtDesk } from "../desk";
import { operatorList, StoreLink } from "../operator-page";

const path = "/ops/revenue";

const filters = {
  view: tabs("revenueBy", revenueViews, (view) => `revenueBy_${view}`),
  from: dayOf("from"),
  to: dayOf("to"),
};
type Wanted = Values<typeof filters>;

/** Days are of UTC, as in the books; both are included. */
function wanted({ view, from, to }: Wanted): RevenueFilters {
  return {
    view,
    ...(from ? { from: instantAt(from, 0, "UTC") } : {}),
    ...(to ? { to: instantAt(addDays(to, 1), 0, "UTC") } : {}),
  };
}

const day: Column<RevenueLine> = { label: "revenueDay", cell: ({ day }) => day ?? "–" };
const store: Column<RevenueLine> = {
  label: "store",
  cell: ({ storeId, storeName }, { words }) =>
    storeId === null ? (
      words.text("revenueNoStore")
    ) : (
      <StoreLink store={{ id: storeId, name: storeName ?? "" }} />
    ),
};
const method: Column<RevenueLine> = {
  label: "revenueMethod",
  cell: ({ method }, { words }) => methodWord(method, words),
};
const sums: Column<RevenueLine>[] = [
  amount("revenueEarned", ({ earnedMinor }) => earnedMinor, true),
  amount("revenueBack", ({ givenBackMinor }) => givenBackMinor, true),
  amount("revenueLeft", (line) => line.earnedMinor - line.givenBackMinor),
];

function amount(label: DashboardKey, of: (line: RevenueLine) => bigint, onPhone?: true): Column<RevenueLine> {
  return {
    ...{ label, align: "end", ...(onPhone && { onPhone }) },
    cell: (line, { words }) => <Amount minor={of(line)} currency={line.currency} lang={words.lang} />,
  };
}

const methods: Record<string, DashboardKey> = {
  mobile_money: "method_mobile_money",
  card: "method_card",
  bank: "method_bank",
  cash: "method_cash",
  payout: "revenueMethod_payout",
  correction: "revenueMethod_correction",
};

function methodWord(method: string | null, words: DashboardWords): string {
  const key = methods[method ?? ""];
  return key ? words.loose(key, {}) : (method ?? "–");
}

/** What fees brought, by the books. */
export const revenueList = operatorList({
  path,
  filters,
  read: ({ world, operator }, values, page) => listRevenue(world, operator, wanted(values), page),
  perPage: 50,
  keyOf: ({ day, storeId, method, currency }) => [day, storeId, method, currency].join("/"),
  head: async ({ words, world, operator }, values) => ({
    title: words.text("opsRevenue"),
    purpose: words.text("revenuePurpose"),
    actions: <Totals lines={await sumRevenue(world, operator, wanted(values))} lang={words.lang} />,
  }),
  caption: "opsRevenue",
  columns: ({ view }) => {
    const own = { day: [day], store: [store], method: [method], each: [day, store, method] };
    return [...own[view], ...sums];
  },
  empty: {
    none: ({ words }) => ({ sentence: words.text("noFees") }),
    noneMatches: "revenueNoneMatches",
  },
  csv: {
    name: (_who, { view, from, to }) => ["revenue", view, from, to].filter(Boolean).join("-"),
    pieces: csvOf<AtDesk, RevenueLine, Wanted>(
      [
        csv("day", ({ day }) => day),
        csv("store_id", ({ storeId }) => storeId),
        csv("store", ({ storeName }) => storeName),
        csv("method", ({ method }) => method),
        csv("currency", ({ currency }) => currency),
        csvMoney("earned", ({ earnedMinor }) => earnedMinor),
        csvMoney("given_back", ({ givenBackMinor }) => givenBackMinor),
        csvMoney("kept", (line) => line.earnedMinor - line.givenBackMinor),
      ],
      ({ world, operator }, values) => walkRevenue(world, operator, wanted(values)),
    ),
  },
});

/** What is left of all of it, a line a currency. */
function Totals({ lines, lang }: { lines: RevenueLine[]; lang: Language }) {
  return (
    <ul className="text-end font-medium tabular-nums">
      {lines.map(({ currency, earnedMinor, givenBackMinor }) => (
        <li key={currency}>
          <Amount minor={earnedMinor - givenBackMinor} currency={currency} lang={lang} />
        </li>
      ))}
    </ul>
  );
}
