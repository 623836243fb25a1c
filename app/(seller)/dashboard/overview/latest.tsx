import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { Overview } from "@/lib/services/overview/read";
import { orderPath, ordersPath } from "../orders/paths";
import { goodsOf, paymentTones } from "../orders/words";

/** The last few orders, paid or not. */
export function LatestPayments({
  orders,
  timeZone,
  words,
}: {
  orders: Overview["latest"];
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Section
      title={words.text("latestPayments")}
      aside={
        <a className="underline underline-offset-2" href={ordersPath}>
          {words.text("allOrders")}
        </a>
      }
    >
      <Table
        caption={words.text("latestPayments")}
        columns={[
          { label: words.text("customer") },
          { label: words.text("forWhat") },
          { label: words.text("status") },
          { label: words.text("when") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={orders.map((order) => ({
          key: String(order.id),
          cells: [
            <a
              key="customer"
              href={orderPath(order.id)}
              className="underline-offset-2 hover:underline nav:inline-block nav:min-w-36"
            >
              <bdi>{order.customer.name}</bdi>
            </a>,
            <bdi key="for">{goodsOf(order, words)}</bdi>,
            <StatusMark key="status" tone={paymentTones[order.paymentStatus]}>
              {words.text(`pay_${order.paymentStatus}`)}
            </StatusMark>,
            <Timestamp key="when" at={order.createdAt} timeZone={timeZone} locale={words.locale} />,
            <Amount key="amount" minor={order.totalMinor} currency={order.currency} />,
          ],
        }))}
      />
    </Section>
  );
}
