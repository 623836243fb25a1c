import { oneOf, period, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { given } from "@/lib/services/core/list";
import {
  listStatement,
  type StatementFilters,
  type StatementLine,
  statementCsv,
  statementGroups,
} from "@/lib/services/money/wallet/statement";
import { payoutPath, statementPath, totalsPath } from "../../paths";
import { sellerListPage } from "../../seller-list";
import { type AtStore, titled } from "../../words";
import { lineText, walletFilter, walletsOf } from "../parts";

export const generateMetadata = titled("statement");

const filters = {
  what: oneOf("what", ["all", ...statementGroups], (group) => `group_${group}`, "movements"),
  currency: walletFilter,
  ...period,
};
type Wanted = Values<typeof filters>;

/** In the list one line a movement; its parts, such as the end of a hold, where they are asked for. */
function wanted(who: AtStore, values: Wanted): StatementFilters {
  const { what } = values;
  const { createdAfter, createdBefore } = spanOf(who, values);
  return {
    currency: values.currency || who.seller.store.currency,
    ...(what === "all" ? {} : { group: what || "movements" }),
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

const what: Column<StatementLine> = {
  label: "what",
  cell: (line, { words }) => {
    const href = hrefOf(line);
    const said = lineText(line, words);
    if (!href) return said;
    return (
      <a href={href} className="wrap-anywhere underline-offset-2 hover:underline">
        <bdi>{said}</bdi>
      </a>
    );
  },
};

const whatIsLeft = ({ pendingMinor, availableMinor, debtMinor }: StatementLine["effects"]) =>
  pendingMinor + availableMinor - debtMinor;

/** What a movement changed; its parts say where in the wallet. */
const columns = ({ what: asked }: Wanted): Column<StatementLine>[] => [
  what,
  { label: "when", cell: ({ at }, reading) => moment(at, reading) },
  ...(asked === "" ? [] : [part("onHold", "pendingMinor"), part("available", "availableMinor")]),
  {
    label: "walletAfter",
    onPhone: true,
    narrow: "hidden",
    cell: ({ after, currency }, { words }) => (
      <Amount lang={words.lang} minor={whatIsLeft(after)} currency={currency} />
    ),
    align: "end",
  },
  { label: "amount", money: ({ effects, currency }) => ({ minor: whatIsLeft(effects), currency }) },
];

function part(label: "onHold" | "available", of: "pendingMinor" | "availableMinor"): Column<StatementLine> {
  return {
    ...{ label, align: "end", onPhone: true },
    cell: ({ effects, currency }, { words }) => change(effects[of], currency, words),
  };
}

/** What moved the store's money, with the balance after it. */
export default sellerListPage(
  "wallet",
  {
    path: statementPath,
    filters,
    choices: walletsOf,
    read: async (who, values, page) => {
      const { lines, total } = await listStatement(who.world, who.caller, wanted(who, values), page);
      return { rows: lines, total };
    },
    head: ({ words, seller }, { currency }) => ({
      title: words.text("statementIn", { currency: currency || seller.store.currency }),
      actions: <ButtonLink href={totalsPath}>{words.text("totals")}</ButtonLink>,
    }),
    caption: "statementCaption",
    columns,
    empty: {
      noneMatches: "noLineMatches",
      none: ({ words }) => ({ sentence: words.text("noLine") }),
    },
    csv: {
      name: ({ seller }, { currency }) => `wallet-${seller.store.slug}-${currency || seller.store.currency}`,
      pieces: (who, values) =>
        statementCsv(
          ...([
            who.world,
            who.caller,
            wanted(who, { ...values, what: values.what || "all" }),
            who.timeZone,
          ] as const),
          (line) => lineText(line, who.words),
        ),
    },
  },
  "statement",
);
