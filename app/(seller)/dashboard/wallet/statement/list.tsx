import { type Filter, oneOf, period, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { isCurrency } from "@/lib/domain/money";
import { given } from "@/lib/services/core/list";
import { readWallets } from "@/lib/services/money/wallet/read";
import {
  listStatement,
  type StatementFilters,
  type StatementLine,
  statementCsv,
  statementGroups,
} from "@/lib/services/money/wallet/statement";
import { payoutPath, walletPath } from "../../paths";
import type { SellerList } from "../../seller-list";
import type { AtStore } from "../../words";
import { lineText } from "../parts";

/** One of the store's wallets; the first of them where none is named. */
const currency: Filter = {
  ...{ look: "select", label: "currency" },
  read: (typed) => (isCurrency(typed) ? typed : ""),
};

const filters = {
  currency,
  what: oneOf("what", statementGroups, (group) => `group_${group}`, "everything"),
  ...period,
};
type Wanted = Values<typeof filters>;

export function currencyOf({ seller }: AtStore, { currency }: { currency: string }): string {
  return currency || seller.store.currency;
}

function wanted(who: AtStore, values: Wanted): StatementFilters {
  const { what } = values;
  const { createdAfter, createdBefore } = spanOf(who, values);
  return {
    currency: currencyOf(who, values),
    ...(what ? { group: what } : {}),
    ...given({ from: createdAfter, to: createdBefore }),
  };
}

function hrefOf({ about }: StatementLine): string | null {
  if (!about || about.type === "correction") return null;
  return about.type === "order" ? `/dashboard/orders/${about.orderId}` : payoutPath(about.payoutId);
}

function change(minor: bigint, currency: string, words: DashboardWords) {
  return minor === 0n ? "–" : <Amount lang={words.lang} minor={minor} currency={currency} />;
}

const columns: Column<StatementLine>[] = [
  {
    label: "what",
    cell: (line, { words }) => {
      const href = hrefOf(line);
      const what = lineText(line, words);
      if (!href) return what;
      return (
        <a href={href} className="wrap-anywhere underline-offset-2 hover:underline">
          <bdi>{what}</bdi>
        </a>
      );
    },
  },
  { label: "when", cell: ({ at }, reading) => moment(at, reading) },
  {
    label: "onHold",
    align: "end",
    onPhone: true,
    cell: ({ effects, currency }, { words }) => change(effects.pendingMinor, currency, words),
  },
  {
    label: "available",
    align: "end",
    onPhone: true,
    cell: ({ effects, currency }, { words }) => change(effects.availableMinor, currency, words),
  },
  {
    label: "walletAfter",
    align: "end",
    cell: ({ after, currency }, { words }) => (
      <Amount
        lang={words.lang}
        minor={after.pendingMinor + after.availableMinor - after.debtMinor}
        currency={currency}
      />
    ),
  },
];

/** Every ledger line about the store's money, with the balance after it: a part of the wallet's page. */
export const statementList: SellerList<StatementLine, typeof filters> = {
  path: `${walletPath}#statement`,
  filters,
  choices: async ({ world, caller, seller }) => {
    const wallets = await readWallets(world, caller);
    const codes = new Set([seller.store.currency, ...wallets.map((wallet) => wallet.currency)]);
    return { currency: [...codes].map((value) => ({ value, label: value })) };
  },
  read: async (who, values, page) => {
    const { lines, total } = await listStatement(who.world, who.caller, wanted(who, values), page);
    return { rows: lines, total };
  },
  keyOf: ({ id }) => String(id),
  caption: "statementCaption",
  columns,
  empty: {
    noneMatches: "noLineMatches",
    none: ({ words }) => ({ sentence: words.text("noLine") }),
  },
  csv: {
    name: (who, values) => `wallet-${who.seller.store.slug}-${currencyOf(who, values)}`,
    path: `${walletPath}/statement`,
    pieces: (who, values) =>
      statementCsv(who.world, who.caller, wanted(who, values), who.timeZone, (line) =>
        lineText(line, who.words),
      ),
  },
};
