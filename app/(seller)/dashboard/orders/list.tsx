import { moment } from "@/app/_lists/cells";
import { type CsvColumn, csv, csvMoney, csvOf, csvTime } from "@/app/_lists/csv";
import { emailOf, oneOf, searchFor, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status-mark";
import { paymentStatuses } from "@/lib/domain/order";
import { netOf, takingsOf } from "@/lib/domain/refund";
import { listOrders, type OrderFilters, walkOrders } from "@/lib/services/billing/orders/list";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { hasDisputes } from "@/lib/services/desk/disputes";
import { disputesPath } from "../disputes/paths";
import { type AtStore, sellerList } from "../seller-list";
import { orderPath, ordersPath } from "./paths";
import { boughtIn, paymentTones, paymentWord, sources } from "./words";

const filters = {
  search: searchFor("orderSearch"),
  payment_status: oneOf("payment", paymentStatuses, (status) => `pay_${status}`),
  source: oneOf("source", sources, (source) => `source_${source}`),
  email: emailOf("buyerEmail"),
};

function wanted({ search, payment_status, source, email }: Values<typeof filters>): OrderFilters {
  return {
    paymentStatus: payment_status || undefined,
    source: source || undefined,
    email: email || undefined,
    search: search || undefined,
  };
}

// An order that was never paid, or fully refunded, has neither fee nor net; otherwise what is left of them.
function leftOf(order: OrderRow, which: "feeMinor" | "netMinor", words: DashboardWords) {
  const cameIn = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  if (!cameIn) return <span className="text-ink-2">–</span>;
  return <Amount lang={words.lang} minor={netOf(order)[which]} currency={order.currency} />;
}

const columns: Column<OrderRow>[] = [
  {
    label: "order",
    cell: (order) => (
      <a
        href={orderPath(order.id)}
        className="underline-offset-2 hover:underline nav:inline-block nav:min-w-36"
      >
        {order.number} <bdi className="text-ink-2 sm:block">{order.customer.name}</bdi>
      </a>
    ),
  },
  { label: "forWhat", cell: (order, { words }) => <bdi>{boughtIn(order, words)}</bdi> },
  { label: "source", cell: ({ source }, { words }) => words.text(`source_${source}`) },
  { label: "method", cell: ({ paymentMethod }, { words }) => words.text(`method_${paymentMethod}`) },
  {
    label: "payment",
    cell: (order, { now, words }) => (
      <StatusMark tone={paymentTones[order.paymentStatus]}>{paymentWord(order, now, words)}</StatusMark>
    ),
  },
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
  { label: "fee", align: "end", onPhone: true, cell: (order, { words }) => leftOf(order, "feeMinor", words) },
  { label: "net", align: "end", onPhone: true, cell: (order, { words }) => leftOf(order, "netMinor", words) },
  {
    label: "amount",
    align: "end",
    cell: ({ totalMinor, currency }, { words }) => (
      <Amount lang={words.lang} minor={totalMinor} currency={currency} />
    ),
  },
];

const csvColumns: CsvColumn<OrderRow>[] = [
  csv("number", ({ number }) => number),
  csv("customer", ({ customer }) => customer.name),
  csv("email", ({ customer }) => customer.email),
  csv("phone", ({ customer }) => customer.phone),
  csv("items", ({ items }) =>
    items.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join("; "),
  ),
  csv("source", ({ source }) => source),
  csv("method", ({ paymentMethod }) => paymentMethod),
  csv("payment_status", ({ paymentStatus }) => paymentStatus),
  csv("order_status", ({ orderStatus }) => orderStatus),
  csv("fulfillment_status", ({ fulfillmentStatus }) => fulfillmentStatus),
  csv("currency", ({ currency }) => currency),
  csvMoney("total", ({ totalMinor }) => totalMinor),
  csvMoney("fee", (order) => takingsOf(order).feeMinor),
  csvMoney("net", (order) => takingsOf(order).netMinor),
  csvMoney("refunded", ({ refundedMinor }) => refundedMinor),
  csv("ref", ({ subscriberRef }) => subscriberRef),
  csv("answer", ({ answer }) => answer),
  csvTime("created", ({ createdAt }) => createdAt),
  csvTime("paid", ({ paidAt }) => paidAt),
];

export const orderList = sellerList({
  path: ordersPath,
  filters,
  read: ({ world, caller }, values, page) => listOrders(world, caller, wanted(values), page),
  keyOf: ({ id }) => String(id),
  head: async ({ world, caller, words }) => ({
    title: words.text("orders"),
    purpose: words.text("ordersPurpose"),
    // Hidden for most stores, which never have a dispute.
    actions: (await hasDisputes(world, caller)) ? (
      <ButtonLink href={disputesPath}>{words.text("disputes")}</ButtonLink>
    ) : null,
  }),
  caption: "ordersCaption",
  columns,
  empty: {
    noneMatches: "noOrderMatches",
    pastTheEnd: "notSoManyOrders",
    none: ({ words }) => ({
      sentence: words.text("noOrder"),
      action: <ButtonLink href="/dashboard/products">{words.text("seeProducts")}</ButtonLink>,
    }),
  },
  csv: {
    name: ({ seller }) => `orders-${seller.store.slug}`,
    pieces: csvOf(csvColumns, ({ world, caller }: AtStore, values: Values<typeof filters>) =>
      walkOrders(world, caller, wanted(values)),
    ),
  },
});
