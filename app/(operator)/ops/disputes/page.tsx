import { period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { disputeDate, disputeState } from "@/app/(seller)/dashboard/orders/[id]/disputes";
import { Section } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import {
  type AnyDispute,
  type Debt,
  type DisputeView,
  listDebts,
  listOperatorDisputes,
} from "@/lib/services/desk/disputes";
import { type AtDesk, titledForOperator } from "../desk";
import { operatorListPage, StoreLink } from "../operator-page";
import { railName } from "../rails/words";

const columnsOf = (view: DisputeView): Column<AnyDispute>[] => [
  {
    label: "amount",
    cell: ({ amountMinor, currency }, { words }) => (
      <span className="whitespace-nowrap font-medium">
        {formatMoney({ minor: amountMinor, currency }, words.lang)}
      </span>
    ),
  },
  { ...disputeState, label: "endpointState" },
  disputeDate(view),
  {
    label: "keptBack",
    onPhone: true,
    cell: ({ reservedPendingMinor, reservedAvailableMinor, order }, { words }) => (
      <span className="whitespace-nowrap">
        {formatMoney(
          { minor: reservedPendingMinor + reservedAvailableMinor, currency: order.currency },
          words.lang,
        )}
      </span>
    ),
  },
  {
    label: "store",
    cell: ({ store }) => <StoreLink store={store} />,
  },
  {
    label: "atProvider",
    cell: ({ rail, railRef, feeCurrency, feeMinor }, { words }) => (
      <span className="block wrap-anywhere sm:min-w-36">
        {railName(rail, words)} {railRef}
        {feeCurrency && feeMinor > 0n ? (
          <span className="block break-normal text-ink-2">
            {words.text("disputeFee", {
              fee: formatMoney({ minor: feeMinor, currency: feeCurrency }, words.lang),
            })}
          </span>
        ) : null}
      </span>
    ),
  },
  // On a phone the last cell is beside the first, so it is short.
  { label: "order", cell: ({ order }) => <span className="whitespace-nowrap">{order.number}</span> },
];

/** Payers' disputes at their banks, and stores' debts after banks took money back. */
export const generateMetadata = titledForOperator("opsDisputes");

export default operatorListPage("disputes", {
  path: "/ops/disputes",
  filters: { show: tabs("which", ["open", "decided"], (view) => `disputes_${view}`), ...period },
  read: (who, values, page) => {
    const wanted = { view: values.show, ...spanOf(who, values) };
    return listOperatorDisputes(who.world, who.operator, wanted, page);
  },
  head: ({ words }) => ({ title: words.text("opsDisputes"), purpose: words.text("disputesPurpose") }),
  caption: "opsDisputes",
  columns: ({ show }) => columnsOf(show),
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noDispute_${show}`) }) },
  below: (who) => <Debts who={who} />,
});

const debtColumns: Column<Debt>[] = [
  { label: "store", cell: ({ store }) => <StoreLink store={store} /> },
  { label: "owesUs", cell: (debt, { words }) => formatMoney(debt, words.lang) },
];

async function Debts({ who }: { who: AtDesk }) {
  const { world, operator, words } = who;
  const debts = await listDebts(world, operator);
  return (
    <Section title={words.text("debts")}>
      {debts.length === 0 ? (
        <p className="py-4 text-ink-2">{words.text("noDebts")}</p>
      ) : (
        <ListTable
          caption={words.text("debts")}
          columns={debtColumns}
          rows={debts}
          keyOf={({ store, currency }) => `${store.id}/${currency}`}
          who={who}
        />
      )}
    </Section>
  );
}
