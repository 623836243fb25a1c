import { carriedNumber, period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { refundHandOf } from "@/lib/services/desk/operator/decide-refund";
import { listOperatorRefunds, type OperatorRefund } from "@/lib/services/desk/operator/list-refunds";
import { operatorList } from "../operator-list";
import { railName } from "../rails/words";
import { handTones, refundsPath } from "./case";

const columns: Column<OperatorRefund>[] = [
  {
    label: "amount",
    cell: ({ id, amountMinor, currency }, { words }) => (
      <RowLink href={`${refundsPath}/${id}`}>
        {formatMoney({ minor: amountMinor, currency }, words.lang)}
      </RowLink>
    ),
  },
  {
    label: "endpointState",
    cell: (refund, { words }) => {
      const hand = refundHandOf(refund);
      return (
        <StatusMark tone={refund.status === "paid" ? "ok" : handTones[hand]}>
          {words.text(hand === "done" ? `refundIs_${refund.status}` : `refundHand_${hand}`)}
        </StatusMark>
      );
    },
  },
  { label: "store", cell: ({ store }) => <bdi>{store.name}</bdi> },
  { label: "opsOrder", cell: ({ order }) => order.number },
  { label: "payoutBy", onPhone: true, cell: ({ attempt }, { words }) => railName(attempt.rail, words) },
  { label: "opsAskedFor", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

export const refundList = operatorList({
  path: refundsPath,
  filters: {
    show: tabs("which", ["hand", "under_way", "done"], (view) => `tab_${view}`),
    store: carriedNumber,
    ...period,
  },
  read: (who, values, page) => {
    const { show, store } = values;
    const wanted = { view: show, ...(store ? { storeId: Number(store) } : {}), ...spanOf(who, values) };
    return listOperatorRefunds(who.world, who.operator, wanted, page);
  },
  keyOf: ({ id }) => id,
  head: ({ words }, { show }) => ({
    title: words.text("opsRefunds"),
    purpose: words.text(show === "done" ? "refundsNewest" : "refundsOldest"),
  }),
  caption: "opsRefunds",
  columns,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noRefund_${show}`) }) },
});
