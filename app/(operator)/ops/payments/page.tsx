import { type Filter, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { knownKey } from "@/components/dashboard/messages/words";
import { networkOf } from "@/lib/domain/network";
import { listOperatorPayments, type OperatorPayment } from "@/lib/services/desk/operator/payments";
import { railKinds } from "@/lib/services/desk/rails/read-rails";
import { titledForOperator } from "../desk";
import { operatorListPage, StoreLink } from "../operator-page";
import { railName } from "../rails/words";

const columns: Column<OperatorPayment>[] = [
  { label: "amount", money: ({ amountMinor: minor, currency }) => ({ minor, currency }) },
  { label: "store", cell: ({ store }) => <StoreLink store={store} /> },
  { label: "opsOrder", cell: ({ number }) => number },
  {
    label: "payoutBy",
    onPhone: true,
    cell: ({ rail, network }, { words }) =>
      [network && (networkOf(network)?.displayName ?? network), railName(rail, words)]
        .filter(Boolean)
        .join(", "),
  },
  {
    label: "whyDone",
    cell: ({ failureReason }, { words }) => {
      const key = failureReason && knownKey(`because_${failureReason}`);
      return key ? words.loose(key, {}) : failureReason;
    },
  },
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

/** The pictures of the overview link with it. */
const carriedRail: Filter = {
  ...{ look: "hidden", label: "provider" },
  read: (typed) => (railKinds.some(({ id }) => id === typed) || typed === "sandbox" ? typed : ""),
};

export const generateMetadata = titledForOperator("opsPayments");

/** What the bars of the overview count. */
export default operatorListPage("payments", {
  path: "/ops/payments",
  filters: {
    show: tabs("which", ["refused", "open", "paid"], (state) => `payments_${state}`),
    rail: carriedRail,
  },
  read: ({ world, operator }, { show, rail }, page) =>
    listOperatorPayments(world, operator, { state: show, rail }, page),
  head: ({ words }) => ({ title: words.text("opsPayments"), purpose: words.text("paymentsPurpose") }),
  caption: "opsPayments",
  columns: ({ show }) => columns.filter(({ label }) => label !== "whyDone" || show === "refused"),
  empty: { none: ({ words }) => ({ sentence: words.text("noPaymentHere") }) },
});
