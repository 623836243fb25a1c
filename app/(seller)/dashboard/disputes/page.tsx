import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import { amounts, amountsOf, period, spanOf, tabs, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { toMajor } from "@/lib/domain/money";
import {
  type AnyDispute,
  type DisputeFilters,
  type DisputeView,
  listStoreDisputes,
  walkDisputes,
} from "@/lib/services/desk/disputes";
import { disputeDate, disputeReason, disputeState } from "../orders/[id]/disputes";
import { disputesPath, orderPath } from "../paths";
import { sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";

export const generateMetadata = titled("disputes");

const filters = {
  show: tabs("which", ["open", "decided"], (view) => `disputes_${view}`),
  ...period,
  ...amounts,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): DisputeFilters {
  return { view: values.show, ...spanOf(who, values), ...amountsOf(who.seller.store.currency, values) };
}

function keptBack({ reservedPendingMinor, reservedAvailableMinor }: AnyDispute): bigint {
  return reservedPendingMinor + reservedAvailableMinor;
}

const columnsOf = (view: DisputeView): Column<AnyDispute>[] => [
  {
    label: "order",
    cell: ({ order }, { words }) => (
      <a
        href={orderPath(order.id)}
        className="underline-offset-2 hover:underline nav:inline-block nav:min-w-36"
      >
        {order.number} <bdi className="text-ink-2 sm:block">{words.named(order.customer.name)}</bdi>
      </a>
    ),
  },
  disputeState,
  disputeDate(view),
  { label: "disputeReason", onPhone: true, cell: (row, { words }) => disputeReason(row, words) ?? "–" },
  {
    label: "keptBack",
    onPhone: true,
    money: (dispute) => ({ minor: keptBack(dispute), currency: dispute.order.currency }),
  },
  {
    label: "amount",
    money: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
  },
];

const csvColumns: CsvColumn<AnyDispute>[] = [
  csv("order", ({ order }) => order.number),
  csv("customer", ({ order }) => order.customer.name),
  csv("status", ({ state }) => state),
  csv("reason", ({ reason }) => reason),
  csv("provider", ({ rail }) => rail),
  csv("provider_id", ({ railRef }) => railRef),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", ({ amountMinor }) => amountMinor),
  // In the order's currency, which may differ from the bank's.
  csv("kept_back_currency", ({ order }) => order.currency),
  csv("kept_back", (row) => toMajor({ minor: keptBack(row), currency: row.order.currency })),
  csvTime("disputed", ({ openedAt }) => openedAt),
  csvTime("evidence_until", ({ dueAt }) => dueAt),
  csvTime("decided", ({ decidedAt }) => decidedAt),
];

/** What payers of the store dispute at their banks. */
export default sellerListPage(
  "orders",
  {
    path: disputesPath,
    filters,
    read: (who, values, page) => listStoreDisputes(who.world, who.caller, wanted(who, values), page),
    head: ({ words }) => ({ title: words.text("disputes"), purpose: words.text("disputesMean") }),
    caption: "disputes",
    columns: ({ show }) => columnsOf(show),
    empty: { none: ({ words }, { show }) => ({ sentence: words.text(`noDispute_${show}`) }) },
    csv: storeFile("disputes", csvColumns, (who: AtStore, values: Wanted) =>
      walkDisputes(who.world, who.caller, wanted(who, values)),
    ),
  },
  "disputes",
);
