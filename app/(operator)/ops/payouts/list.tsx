import { carriedNumber, period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { handOf } from "@/lib/services/desk/operator/decide-payout";
import { listOperatorPayouts, type OperatorPayout } from "@/lib/services/desk/operator/list-payouts";
import { operatorList } from "../operator-list";
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
        <StatusMark tone={payout.status === "paid" ? "ok" : handTones[hand]}>
          {words.text(hand === "done" ? ended : `hand_${hand}`)}
        </StatusMark>
      );
    },
  },
  { label: "store", cell: ({ store }) => <bdi>{store.name}</bdi> },
  { label: "payoutTo", cell: ({ destinationLabel }) => <bdi>{destinationLabel}</bdi> },
  { label: "payoutBy", onPhone: true, cell: ({ rail }, { words }) => railName(rail, words) },
  { label: "opsAskedFor", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

export const payoutList = operatorList({
  path: payoutsPath,
  filters: {
    show: tabs("which", ["hand", "waiting", "under_way", "done"], (view) => `tab_${view}`),
    store: carriedNumber,
    ...period,
  },
  read: (who, values, page) => {
    const { show, store } = values;
    const wanted = { view: show, ...(store ? { storeId: Number(store) } : {}), ...spanOf(who, values) };
    return listOperatorPayouts(who.world, who.operator, wanted, page);
  },
  keyOf: ({ id }) => id,
  head: ({ words }, { show }) => ({
    title: words.text("opsPayouts"),
    purpose: words.text(show === "done" ? "payoutsNewest" : "payoutsOldest"),
  }),
  caption: "opsPayouts",
  columns,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noPayout_${show}`) }) },
});
