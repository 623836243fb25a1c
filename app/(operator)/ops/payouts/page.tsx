import { carriedNumber, period, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { handOf, listOperatorPayouts, type OperatorPayout } from "@/lib/services/desk/operator/payouts";
import { titledForOperator } from "../desk";
import { operatorListPage, viewed } from "../operator-page";
import { railName } from "../rails/words";
import { handTones, payoutsPath } from "./case";

const columns: Column<OperatorPayout>[] = [
  {
    label: "amount",
    cell: ({ id, amountMinor, currency }, { words }) => (
      <RowLink href={`${payoutsPath}/${id}`}>
        {formatMoney({ minor: amountMinor, currency }, words.lang)}
      </RowLink>
    ),
  },
  {
    label: "endpointState",
    cell: (payout, { words }) => {
      const hand = handOf(payout);
      const ended = payout.status === "paid" ? "payoutPaid" : "payoutReturned";
      return (
        <StatusMark
          tone={payout.status === "paid" ? "ok" : handTones[hand]}
          word={words.text(hand === "done" ? ended : `hand_${hand}`)}
        />
      );
    },
  },
  { label: "store", cell: ({ store }) => <bdi>{store.name}</bdi> },
  { label: "payoutTo", cell: ({ destinationLabel }) => <bdi>{destinationLabel}</bdi> },
  { label: "payoutBy", onPhone: true, cell: ({ rail }, { words }) => railName(rail, words) },
  { label: "opsAskedFor", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

export const generateMetadata = titledForOperator("opsPayouts");

export default operatorListPage("payouts", {
  path: payoutsPath,
  filters: {
    show: tabs("which", ["hand", "waiting", "under_way", "done"], (view) => `tab_${view}`),
    store: carriedNumber,
    ...period,
  },
  read: (who, values, page) => listOperatorPayouts(who.world, who.operator, viewed(who, values), page),
  head: ({ words }, { show }) => ({
    title: words.text("opsPayouts"),
    purpose: words.text(show === "done" ? "payoutsNewest" : "payoutsOldest"),
  }),
  caption: "opsPayouts",
  columns,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noPayout_${show}`) }) },
});
