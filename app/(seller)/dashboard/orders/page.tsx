import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import {
  amounts,
  amountsOf,
  carriedCurrency,
  carriedDay,
  carriedNumber,
  type Filter,
  oneOf,
  period,
  searchFor,
  spanOf,
  type Values,
} from "@/app/_lists/filters";
import { type Column, numbersOf } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { failureReasons } from "@/lib/domain/failure-reason";
import { decimalText, type Money, toMajorText } from "@/lib/domain/money";
import { paymentStatuses } from "@/lib/domain/order";
import { taxGoneBack } from "@/lib/domain/tax";
import { netOf, takingsOf } from "@/lib/domain/transfer";
import { settledIn } from "@/lib/resources/order";
import { tagsOf } from "@/lib/services/billing/notes/notes";
import { type Delivery, readDeliveries } from "@/lib/services/billing/orders/downloads";
import { listOrders, type OrderFilters, walkOrders } from "@/lib/services/billing/orders/list";
import { type OrderRow, type PaidBy, readPaidBy } from "@/lib/services/billing/orders/read";
import { findLinkTitle } from "@/lib/services/catalog/payment-links/read";
import { given } from "@/lib/services/core/list";
import { hasDisputes } from "@/lib/services/desk/disputes";
import { hasRefunds } from "@/lib/services/money/out/refunds/list";
import { goingBack } from "@/lib/services/money/out/refunds/quote";
import { TagChips, tagActs, tagChoices, tagFilter, tagText } from "../notes/tag-chips";
import { disputesPath, orderPath, ordersPath, refundsPath, salePath } from "../paths";
import { sellerBulk, sellerListPage, storeFile } from "../seller-list";
import { Allowed } from "../seller-page";
import { type AtStore, titled } from "../words";
import { boughtIn, codeLabel, methods, paymentMark, sources } from "./order";

export const generateMetadata = titled("orders");

const filters = {
  search: searchFor("orderSearch"),
  payment_status: oneOf("payment", [...paymentStatuses, "taken_back"], (status) => `pay_${status}`),
  method: oneOf("method", methods, (method) => `method_${method}`),
  source: oneOf("source", sources, (source) => `source_${source}`),
  tag: tagFilter,
  ...period,
  ...amounts,
  link: { ...carriedNumber, label: "ofLink" } satisfies Filter,
  paid_from: carriedDay("paidFrom"),
  paid_to: carriedDay("paidTo"),
  currency: carriedCurrency,
  refused: {
    ...oneOf("refusedFor", failureReasons, (reason) => `because_${reason}`),
    look: "hidden",
  } as Filter,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): OrderFilters {
  const { search, payment_status, method, source, link, tag, refused, currency } = values;
  const { paid_from: from, paid_to: to } = values;
  return {
    ...given({
      currency: currency || undefined,
      failureReason: refused || undefined,
      paid: from || to ? spanOf(who, { when: "", from, to }) : undefined,
      ...standingOf(payment_status),
      paymentMethod: method || undefined,
      source: source || undefined,
      search: search || undefined,
      tag: tag || undefined,
      paymentLinkId: link ? Number(link) : undefined,
    }),
    ...spanOf(who, values),
    ...amountsOf(who.seller.store.currency, values),
  };
}

/** What was taken back as a mistake has its own word here; the API calls both refunded. */
function standingOf(status: Wanted["payment_status"]): Pick<OrderFilters, "paymentStatus" | "isTakenBack"> {
  if (status === "taken_back") return { paymentStatus: "refunded", isTakenBack: true };
  return status === "" ? {} : { paymentStatus: status, ...(status === "refunded" && { isTakenBack: false }) };
}

/** An order, how it was paid, whether some of it is on its way back, and its tags. */
type Row = OrderRow & { paidBy: PaidBy | undefined; isGoingBack: boolean; tags: string[] };

async function withMore({ world, caller }: AtStore, rows: OrderRow[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const [paidBy, back, tags] = await Promise.all([
    readPaidBy(world, caller, ids),
    goingBack(world, caller, rows),
    tagsOf(world, caller, "order", ids),
  ]);
  return rows.map((row) => ({
    ...{ ...row, paidBy: paidBy.get(row.id), isGoingBack: back.has(row.id) },
    tags: tags.get(row.id) ?? [],
  }));
}

// An order that was never paid, or fully refunded, has neither fee nor net; otherwise what is left of them.
function leftOf(order: OrderRow, which: "feeMinor" | "netMinor"): Money | null {
  const cameIn = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  return cameIn ? { minor: netOf(order)[which], currency: order.currency } : null;
}

const columns: Column<Row>[] = [
  {
    label: "order",
    cell: (order, { words }) => (
      <>
        <a href={orderPath(order.id)} className="underline-offset-2 hover:underline">
          <span className="whitespace-nowrap">{order.number}</span>{" "}
          <bdi className="block text-ink-2 cards:inline">{words.named(order.customer.name)}</bdi>
        </a>
        <TagChips tags={order.tags} />
      </>
    ),
  },
  {
    label: "forWhat",
    narrow: "cut",
    cell: (order, { words }) => (
      <>
        <bdi>{boughtIn(order, words)}</bdi>{" "}
        <span className="block text-label text-ink-2 cards:inline">
          {words.text(`source_${order.source}`)}
        </span>
      </>
    ),
  },
  {
    label: "method",
    narrow: "hidden",
    cell: ({ paymentMethod, paidBy }, { words }) => (
      <>
        <span className="whitespace-nowrap">
          {paidBy?.network?.displayName ?? words.text(`method_${paymentMethod}`)}
        </span>
        {paidBy?.code ? (
          <code
            title={codeLabel(paidBy, words)}
            className="block max-w-40 truncate font-mono text-note text-ink-2"
          >
            {paidBy.code}
          </code>
        ) : null}
      </>
    ),
  },
  {
    label: "payment",
    cell: (order, { now, words }) => <StatusMark {...paymentMark(order, now, words, order.isGoingBack)} />,
  },
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
  { label: "fee", isExtra: true, money: (order) => leftOf(order, "feeMinor") },
  { label: "net", isExtra: true, money: (order) => leftOf(order, "netMinor") },
  { label: "amount", money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }) },
];

/** The same in the file, which may name where to bring it. */
type FileRow = Row & { delivery: Delivery | undefined };

const csvColumns: CsvColumn<FileRow>[] = [
  csv("number", ({ number }) => number),
  csv("customer", ({ customer }) => customer.name),
  csv("email", ({ customer }) => customer.email),
  csv("phone", ({ customer }) => customer.phone),
  csv("items", ({ items }) =>
    items.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join("; "),
  ),
  csv("source", ({ source }) => source),
  csv("method", ({ paymentMethod }) => paymentMethod),
  csv("payment_status", ({ paymentStatus, takenBackAt }) => (takenBackAt ? "taken_back" : paymentStatus)),
  csv("order_status", ({ orderStatus }) => orderStatus),
  csv("fulfillment_status", ({ fulfillmentStatus }) => fulfillmentStatus),
  csv("currency", ({ currency }) => currency),
  csvMoney("total", ({ totalMinor }) => totalMinor),
  csvMoney("fee", (order) => takingsOf(order).feeMinor),
  csvMoney("net", (order) => takingsOf(order).netMinor),
  csvMoney("refunded", ({ refundedMinor }) => refundedMinor),
  csv("tax_label", ({ taxLabel }) => taxLabel),
  csv("tax_rate", ({ taxLabel, taxRatePpm }) => taxLabel && decimalText(BigInt(taxRatePpm), 4)),
  csv("tax", ({ taxLabel, taxMinor: minor, currency }) => taxLabel && toMajorText({ minor, currency })),
  csv(
    "tax_refunded",
    (order) => order.taxLabel && toMajorText({ minor: taxGoneBack(order), currency: order.currency }),
  ),
  csv("ref", ({ subscriberRef }) => subscriberRef),
  csv("answer", ({ answer }) => answer),
  csvTime("created", ({ createdAt }) => createdAt),
  csvTime("paid", ({ paidAt }) => paidAt),
  csv("settlement", settledIn),
  csv("network", ({ paidBy }) => paidBy?.network?.displayName ?? null),
  csv("provider_code", ({ paidBy }) => paidBy?.code ?? null),
  csv("delivery_name", ({ delivery }) => delivery?.name ?? null),
  csv("delivery_phone", ({ delivery }) => delivery?.phone ?? null),
  csv("delivery_place", ({ delivery }) => delivery?.place ?? null),
  csv("tags", ({ tags }) => tags.join("; ")),
];

async function withDeliveries({ world, caller }: AtStore, rows: Row[]): Promise<FileRow[]> {
  const ids = rows.map(({ id }) => id);
  const deliveries = await readDeliveries(world, caller, ids);
  return rows.map((row) => ({ ...row, delivery: deliveries.get(row.id) }));
}

async function* walk(who: AtStore, values: Wanted, chosen: string[] | null): AsyncGenerator<FileRow[]> {
  const filters = { ...wanted(who, values), ids: numbersOf(chosen) };
  for await (const rows of walkOrders(who.world, who.caller, filters))
    yield withDeliveries(who, await withMore(who, rows));
}

export default sellerListPage("orders", {
  path: ordersPath,
  filters,
  choices: async (who, { link, tag }) => {
    const [found, tags] = await Promise.all([
      link ? findLinkTitle(who.world, who.caller, Number(link)) : null,
      tagChoices(who, "order", tag),
    ]);
    return { link: found === null ? [] : [{ value: link, label: found }], tag: tags };
  },
  read: async (who, values, page) => {
    const found = await listOrders(who.world, who.caller, wanted(who, values), page);
    return { ...found, rows: await withMore(who, found.rows) };
  },
  bulk: sellerBulk(
    [...tagActs, { name: "receipt", label: "bulk_receipt", needs: "order.handle" }],
    ({ number }) => number,
    tagText,
  ),
  head: async ({ world, caller, words, seller }) => {
    // Each is hidden until there is one: most stores never have a dispute.
    const [refunds, disputes] = await Promise.all([hasRefunds(world, caller), hasDisputes(world, caller)]);
    return {
      title: words.text("orders"),
      purpose: words.text("ordersPurpose"),
      actions: (
        <>
          {refunds ? <ButtonLink href={refundsPath}>{words.text("refundList")}</ButtonLink> : null}
          {disputes ? <ButtonLink href={disputesPath}>{words.text("disputes")}</ButtonLink> : null}
          <Allowed seller={seller} act="payment.record">
            <ButtonLink look="primary" href={salePath}>
              {words.text("recordSale")}
            </ButtonLink>
          </Allowed>
        </>
      ),
    };
  },
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
  csv: storeFile("orders", csvColumns, walk),
});
