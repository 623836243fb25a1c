import type { Metadata } from "next";
import { Amount } from "@/components/dashboard/amount";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { listOrders } from "@/lib/services/orders/list";
import type { OrderRow } from "@/lib/services/orders/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../seller-page";
import { type Filters, filtersOf, hrefWith, isFiltered, orderFilters } from "./filters";
import { OrderFilters } from "./order-filters";
import { orderPath, ordersPath } from "./paths";
import { ageOf, goodsOf, methodWords, paymentWords, sourceWords } from "./words";

export const metadata: Metadata = { title: "Orders" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function OrdersPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const filters = filtersOf(await searchParams);
  const { rows, total } = await listOrders(systemWorld(), seller.caller(true), orderFilters(filters), {
    skip: (filters.page - 1) * perPage,
    take: perPage,
  });
  return (
    <SellerPage seller={seller} section="orders">
      <PageHeader title="Orders" purpose="Everything somebody paid for, or began to." />
      <OrderFilters filters={filters} />
      {rows.length > 0 ? <OrderTable seller={seller} rows={rows} /> : <NoOrders filters={filters} />}
      <Pagination
        page={filters.page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

function NoOrders({ filters }: { filters: Filters }) {
  if (isFiltered(filters))
    return (
      <EmptyState
        sentence="No order matches these filters."
        action={<ButtonLink href={ordersPath}>Clear filters</ButtonLink>}
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence="There are not so many orders."
        action={<ButtonLink href={ordersPath}>To the newest</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence="No order yet. The first comes with the first payment: share the page of a product or a payment link."
      action={<ButtonLink href="/dashboard/products">See your products</ButtonLink>}
    />
  );
}

function OrderTable({ seller, rows }: { seller: CurrentSeller; rows: OrderRow[] }) {
  const now = systemWorld().clock.now();
  return (
    <Table
      caption="Orders, newest first"
      columns={[
        { label: "Order" },
        { label: "For" },
        { label: "Source" },
        { label: "Method" },
        { label: "Payment" },
        { label: "When" },
        { label: "Fee", align: "end", onPhone: "Fee" },
        { label: "Net", align: "end", onPhone: "Net" },
        { label: "Amount", align: "end" },
      ]}
      rows={rows.map((order) => ({ key: String(order.id), cells: cellsOf(order, seller, now) }))}
    />
  );
}

function cellsOf(order: OrderRow, seller: CurrentSeller, now: Date) {
  const { currency } = order;
  const payment = paymentWords[order.paymentStatus];
  return [
    <a key="order" href={orderPath(order.id)} className="underline-offset-2 hover:underline">
      {order.number} <bdi className="text-ink-2">{order.customer.name}</bdi>
    </a>,
    <bdi key="for">{goodsOf(order)}</bdi>,
    sourceWords[order.source],
    methodWords[order.paymentMethod],
    <StatusMark key="payment" tone={payment.tone}>
      {order.paymentStatus === "pending" ? `Waiting for ${ageOf(order.createdAt, now)}` : payment.word}
    </StatusMark>,
    <Timestamp key="when" at={order.createdAt} timeZone={seller.store.timeZone} />,
    <Amount key="fee" minor={order.feeMinor} currency={currency} />,
    <Amount key="net" minor={order.netMinor} currency={currency} />,
    <Amount key="total" minor={order.totalMinor} currency={currency} />,
  ];
}
