import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { Overview } from "@/lib/services/desk/overview/read";
import { boughtIn, paymentStanding } from "../orders/words";
import { orderPath, ordersPath } from "../paths";

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
          { label: words.text("status") },
          { label: words.text("when") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={orders.map((order) => ({
          key: String(order.id),
          cells: [
            // What it was for stands under the name: a column of its own is too narrow for it.
            <a key="customer" href={orderPath(order.id)} className="underline-offset-2 hover:underline">
              <bdi className="sm:block">{order.customer.name}</bdi>{" "}
              <bdi className="text-ink-2 sm:block">{boughtIn(order, words)}</bdi>
            </a>,
            <PaymentMark key="status" order={order} words={words} />,
            <Timestamp key="when" at={order.createdAt} timeZone={timeZone} locale={words.locale} />,
            <Amount lang={words.lang} key="amount" minor={order.totalMinor} currency={order.currency} />,
          ],
        }))}
      />
    </Section>
  );
}

function PaymentMark({ order, words }: { order: Overview["latest"][number]; words: DashboardWords }) {
  const { tone, word } = paymentStanding(order, words);
  return <StatusMark tone={tone}>{word}</StatusMark>;
}
