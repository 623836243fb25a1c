import { period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { disputeDate, disputeState } from "@/app/(seller)/dashboard/orders/[id]/disputes";
import { Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatMoney } from "@/lib/domain/money";
import {
  type AnyDispute,
  type DisputeView,
  listDebts,
  listOperatorDisputes,
} from "@/lib/services/desk/disputes";
import { type AtDesk, operatorList } from "../operator-list";
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
    cell: ({ store }) => (
      <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
        <bdi>{store.name}</bdi>
      </a>
    ),
  },
  {
    label: "atProvider",
    cell: ({ rail, railRef, feeCurrency, feeMinor }, { words }) => (
      <span className="block break-all sm:min-w-36">
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
export const disputeList = operatorList({
  path: "/ops/disputes",
  filters: { show: tabs("which", ["open", "decided"], (view) => `disputes_${view}`), ...period },
  read: (who, values, page) => {
    const wanted = { view: values.show, ...spanOf(who, values) };
    return listOperatorDisputes(who.world, who.operator, wanted, page);
  },
  keyOf: ({ id }) => id,
  head: ({ words }) => ({ title: words.text("opsDisputes"), purpose: words.text("disputesPurpose") }),
  caption: "opsDisputes",
  columns: ({ show }) => columnsOf(show),
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noDispute_${show}`) }) },
  below: (who) => <Debts who={who} />,
});

async function Debts({ who }: { who: AtDesk }) {
  const { world, operator, words } = who;
  const debts = await listDebts(world, operator);
  return (
    <Section title={words.text("debts")}>
      {debts.length === 0 ? (
        <p className="py-4 text-ink-2">{words.text("noDebts")}</p>
      ) : (
        <Table
          caption={words.text("debts")}
          columns={[{ label: words.text("store") }, { label: words.text("owesUs") }]}
          rows={debts.map(({ store, currency, minor }) => ({
            key: `${store.id}/${currency}`,
            cells: [
              <a key="store" className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
                <bdi>{store.name}</bdi>
              </a>,
              formatMoney({ minor, currency }, words.lang),
            ],
          }))}
        />
      )}
    </Section>
  );
}
