import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import { amounts, amountsOf, oneOf, period, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, standing } from "@/app/_lists/list-view";
import type { StatusTone } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import {
  type ListedRefund,
  listRefunds,
  type RefundFilters,
  walkRefunds,
} from "@/lib/services/money/out/refunds/list";
import { whyBack } from "../history-words";
import { orderPath, ordersPath, refundsPath } from "../paths";
import { sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";

export const generateMetadata = titled("refundList");

const tones: Record<ListedRefund["status"], StatusTone> = {
  queued: "warn",
  sent: "warn",
  paid: "ok",
  failed: "bad",
};

const filters = {
  status: oneOf("status", ["queued", "sent", "paid", "failed"], (status) => `refundState_${status}`),
  ...period,
  ...amounts,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): RefundFilters {
  const spans = { ...spanOf(who, values), ...amountsOf(who.seller.store.currency, values) };
  return { status: values.status || undefined, ...spans };
}

const columns: Column<ListedRefund>[] = [
  {
    label: "order",
    cell: ({ order }, { words }) => (
      <a href={orderPath(order.id)} className="underline-offset-2 hover:underline">
        {order.number} <bdi className="text-ink-2">{words.named(order.customer.name)}</bdi>
      </a>
    ),
  },
  standing(tones, "refundState", ({ status }) => status),
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
  {
    label: "refundWhy",
    narrow: "cut",
    cell: ({ reason }, { words }) => <bdi className="wrap-anywhere">{whyBack(reason, words)}</bdi>,
  },
  { label: "amount", money: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }) },
];

const csvColumns: CsvColumn<ListedRefund>[] = [
  csv("id", ({ id }) => id),
  csv("order", ({ order }) => order.number),
  csv("customer", ({ order }) => order.customer.name),
  csv("status", ({ status }) => status),
  csv("reason", ({ reason }) => reason),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", ({ amountMinor }) => amountMinor),
  csvTime("requested", ({ createdAt }) => createdAt),
  csvTime("completed", ({ completedAt }) => completedAt),
];

/** What went back to the store's customers, and what is on its way. */
export default sellerListPage(
  "orders",
  {
    path: refundsPath,
    filters,
    read: (who, values, page) => listRefunds(who.world, who.caller, wanted(who, values), page),
    head: ({ words }) => ({ title: words.text("refundList"), purpose: words.text("refundsMean") }),
    caption: "refundsCaption",
    columns,
    empty: {
      noneMatches: "noRefundMatches",
      none: ({ words }) => ({
        sentence: words.text("noRefundYet"),
        action: <ButtonLink href={ordersPath}>{words.text("orders")}</ButtonLink>,
      }),
    },
    csv: storeFile("refunds", csvColumns, (who: AtStore, values: Wanted) =>
      walkRefunds(who.world, who.caller, wanted(who, values)),
    ),
  },
  "refundList",
);
