import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatMoney } from "@/lib/domain/money";
import type { recentPayments } from "@/lib/services/catalog/payment-links/read";
import { orderPath } from "./paths";

type Order = Awaited<ReturnType<typeof recentPayments>>[number];

/** The paid orders of a link, a product or an invoice, with what its buyers answered. */
export function PaymentsSection(props: {
  orders: Order[];
  timeZone: string;
  words: DashboardWords;
  aside?: ReactNode;
}) {
  const { orders, words, aside } = props;
  return (
    <Section title={words.text("payments")} aside={aside}>
      {orders.length > 0 ? (
        <PaymentTable {...props} />
      ) : (
        <p className="py-4 text-ink-2">{words.text("nobodyPaid")}</p>
      )}
    </Section>
  );
}

function PaymentTable({ orders, timeZone, words }: Parameters<typeof PaymentsSection>[0]) {
  const hasAnswers = orders.some(({ answer }) => answer !== null);
  return (
    <Table
      caption={words.text("paymentsCaption")}
      columns={[
        { label: words.text("order") },
        { label: words.text("amount"), align: "end" },
        { label: words.text("customer") },
        ...(hasAnswers ? [{ label: words.text("answer"), onPhone: words.text("answer") }] : []),
        { label: words.text("status") },
        { label: words.text("paidOn") },
      ]}
      rows={orders.map((order) => ({
        key: order.number,
        cells: [
          <a key="order" href={orderPath(order.id)} className="underline underline-offset-2">
            {order.number}
          </a>,
          <span key="amount" className="font-medium">
            {formatMoney({ minor: order.totalMinor, currency: order.currency }, words.lang)}
          </span>,
          <bdi key="customer">{words.named(order.customer.name)}</bdi>,
          ...(hasAnswers ? [<bdi key="answer">{order.answer ?? ""}</bdi>] : []),
          <span key="status">
            <StatusMark
              tone={stateOf(order) === "paid" ? "ok" : "ended"}
              word={words.text(`pay_${stateOf(order)}`)}
            />
            {order.takenBackReason ? (
              <bdi className="block text-label text-ink-2 wrap-anywhere">{order.takenBackReason}</bdi>
            ) : null}
          </span>,
          <Timestamp
            key="paid"
            at={order.paidAt ?? order.createdAt}
            timeZone={timeZone}
            locale={words.locale}
          />,
        ],
      }))}
    />
  );
}

function stateOf({ refundedMinor, totalMinor, takenBackAt }: Order) {
  if (takenBackAt) return "taken_back";
  if (refundedMinor === 0n) return "paid";
  return refundedMinor < totalMinor ? "partially_refunded" : "refunded";
}
