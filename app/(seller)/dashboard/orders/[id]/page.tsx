import type { Metadata } from "next";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { serializeOrder } from "@/lib/resources/order";
import type { HistoryEntry } from "@/lib/services/history/entries";
import { readOrderHistory } from "@/lib/services/orders/history";
import type { OrderRow } from "@/lib/services/orders/read";
import { readRefundable } from "@/lib/services/refunds/refundable";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
import { findOrder } from "../find-order";
import { ageOf, paymentWords } from "../words";
import { OrderActions } from "./order-actions";
import { OrderFacts } from "./order-facts";

export const metadata: Metadata = { title: "Order" };

export default async function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const order = await findOrder(seller, (await params).id);
  const [history, refundable] = await Promise.all([
    readOrderHistory(world, seller.caller(true), order),
    readRefundable(world, world.db, order),
  ]);
  const { siteUrl } = world.config;
  const { timeZone } = seller.store;
  return (
    <SellerPage seller={seller} section="orders" here={order.number}>
      <PageHeader title={order.number} purpose={<Standing order={order} now={world.clock.now()} />} />
      <PaidTwice history={history} />
      <OrderActions order={order} seller={seller} refundBar={refundable.ok ? null : refundable.why} />
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <OrderFacts
            order={order}
            timeZone={timeZone}
            receiptUrl={`${siteUrl}/receipt/${order.receiptToken}`}
          />
        </div>
        <div className="min-w-0">
          <Section title="What happened">
            <HistoryTimeline history={history} timeZone={timeZone} />
          </Section>
        </div>
      </div>
      <div className="mt-8">
        <AsJson siteUrl={siteUrl} path={`/orders/${order.id}`} data={serializeOrder(order, siteUrl)} />
      </div>
    </SellerPage>
  );
}

function Standing({ order, now }: { order: OrderRow; now: Date }) {
  const payment = paymentWords[order.paymentStatus];
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-section font-medium text-ink">
        {formatMoney({ minor: order.totalMinor, currency: order.currency })}
      </span>
      <StatusMark tone={payment.tone}>
        {order.paymentStatus === "pending" ? `Waiting for ${ageOf(order.createdAt, now)}` : payment.word}
      </StatusMark>
    </span>
  );
}

function PaidTwice({ history }: { history: HistoryEntry[] }) {
  if (!history.some(({ what }) => what.startsWith("Paid a second time"))) return null;
  return (
    <div className="mb-6">
      <Notice tone="warn" title="This order was paid twice">
        The second payment was set aside and goes back to its payer by itself. Below you see when it has
        arrived.
      </Notice>
    </div>
  );
}
