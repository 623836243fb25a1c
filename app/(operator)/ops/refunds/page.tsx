import { carriedNumber, period, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { listOperatorRefunds, type OperatorRefund, refundHandOf } from "@/lib/services/desk/operator/refunds";
import { titledForOperator } from "../desk";
import { operatorListPage, viewed } from "../operator-page";
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
        <StatusMark
          tone={refund.status === "paid" ? "ok" : handTones[hand]}
          word={words.text(hand === "done" ? `refundIs_${refund.status}` : `refundHand_${hand}`)}
        />
      );
    },
  },
  { label: "store", cell: ({ store }) => <bdi>{store.name}</bdi> },
  { label: "opsOrder", cell: ({ order }) => order.number },
  { label: "payoutBy", onPhone: true, cell: ({ attempt }, { words }) => railName(attempt.rail, words) },
  { label: "opsAskedFor", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

export const generateMetadata = titledForOperator("opsRefunds");

export default operatorListPage("refunds", {
  path: refundsPath,
  filters: {
    show: tabs("which", ["hand", "under_way", "done"], (view) => `tab_${view}`),
    store: carriedNumber,
    ...period,
  },
  read: (who, values, page) => listOperatorRefunds(who.world, who.operator, viewed(who, values), page),
  head: ({ words }, { show }) => ({
    title: words.text("opsRefunds"),
    purpose: words.text(show === "done" ? "refundsNewest" : "refundsOldest"),
  }),
  caption: "opsRefunds",
  columns,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noRefund_${show}`) }) },
});
