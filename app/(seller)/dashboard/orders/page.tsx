import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { netOf } from "@/lib/domain/refund";
import { listOrders } from "@/lib/services/billing/orders/list";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { SellerPage } from "../seller-page";
import { pageLabels, titled, wordsFor } from "../words";
import { type Filters, filtersOf, hrefWith, isFiltered, orderFilters } from "./filters";
import { OrderFilters } from "./order-filters";
import { orderPath, ordersPath } from "./paths";
import { goodsOf, paymentTones, paymentWord } from "./words";

export const generateMetadata = titled("orders");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function OrdersPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = filtersOf(await searchParams);
  const { rows, total } = await listOrders(systemWorld(), seller.caller(true), orderFilters(filters), {
    skip: (filters.page - 1) * perPage,
    take: perPage,
  });
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section="orders">
      <PageHeader title={words.text("orders")} purpose={words.text("ordersPurpose")} />
      <OrderFilters filters={filters} words={words} />
      {rows.length > 0 ? (
        <OrderTable seller={seller} rows={rows} words={words} />
      ) : (
        <NoOrders filters={filters} words={words} />
      )}
      <Pagination
        page={filters.page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, filters.page, lastPage, total)}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

function NoOrders({ filters, words }: { filters: Filters; words: DashboardWords }) {
  if (isFiltered(filters))
    return (
      <EmptyState
        sentence={words.text("noOrderMatches")}
        action={<ButtonLink href={ordersPath}>{words.text("clearFilters")}</ButtonLink>}
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence={words.text("notSoManyOrders")}
        action={<ButtonLink href={ordersPath}>{words.text("toNewest")}</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence={words.text("noOrder")}
      action={<ButtonLink href="/dashboard/products">{words.text("seeProducts")}</ButtonLink>}
    />
  );
}

function OrderTable({
  seller,
  rows,
  words,
}: {
  seller: CurrentSeller;
  rows: OrderRow[];
  words: DashboardWords;
}) {
  const now = systemWorld().clock.now();
  return (
    <Table
      caption={words.text("ordersCaption")}
      columns={[
        { label: words.text("order") },
        { label: words.text("forWhat") },
        { label: words.text("source") },
        { label: words.text("method") },
        { label: words.text("payment") },
        { label: words.text("when") },
        { label: words.text("fee"), align: "end", onPhone: words.text("fee") },
        { label: words.text("net"), align: "end", onPhone: words.text("net") },
        { label: words.text("amount"), align: "end" },
      ]}
      rows={rows.map((order) => ({ key: String(order.id), cells: cellsOf(order, seller, now, words) }))}
    />
  );
}

function cellsOf(order: OrderRow, seller: CurrentSeller, now: Date, words: DashboardWords) {
  const { currency, paymentStatus } = order;
  // Of what was never paid, or went back whole, there is neither a fee nor a net; of the rest, what is left of them.
  const cameIn = paymentStatus === "paid" || paymentStatus === "partially_refunded";
  const kept = netOf(order);
  const nothing = <span className="text-ink-2">–</span>;
  return [
    <a
      key="order"
      href={orderPath(order.id)}
      className="underline-offset-2 hover:underline nav:inline-block nav:min-w-36"
    >
      {order.number} <bdi className="text-ink-2 sm:block">{order.customer.name}</bdi>
    </a>,
    <bdi key="for">{goodsOf(order, words)}</bdi>,
    words.text(`source_${order.source}`),
    words.text(`method_${order.paymentMethod}`),
    <StatusMark key="payment" tone={paymentTones[paymentStatus]}>
      {paymentWord(order, now, words)}
    </StatusMark>,
    <Timestamp key="when" at={order.createdAt} timeZone={seller.store.timeZone} locale={words.locale} />,
    cameIn ? <Amount key="fee" minor={kept.feeMinor} currency={currency} /> : nothing,
    cameIn ? <Amount key="net" minor={kept.netMinor} currency={currency} /> : nothing,
    <Amount key="total" minor={order.totalMinor} currency={currency} />,
  ];
}
