import type { ReactNode } from "react";
import { Amount } from "@/components/dashboard/amount";
import { CopyField } from "@/components/ui/copy-field";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import type { OrderRow } from "@/lib/services/orders/read";
import { fulfillmentWords, methodWords, orderWords, sourceWords } from "../words";

/** What an order is: its customer, its lines, its money, where it came from. */
export function OrderFacts({
  order,
  timeZone,
  receiptUrl,
}: {
  order: OrderRow;
  timeZone: string;
  receiptUrl: string;
}) {
  const { customer } = order;
  const items: (FactItem | null)[] = [
    {
      label: "Customer",
      value: (
        <Linked href={`/dashboard/customers/${customer.id}`}>
          <bdi>{customer.name}</bdi>
        </Linked>
      ),
    },
    customer.email ? { label: "E-mail", value: <bdi className="break-all">{customer.email}</bdi> } : null,
    customer.phone ? { label: "Phone", value: customer.phone } : null,
    order.answer ? { label: "Answer", value: <bdi className="wrap-anywhere">{order.answer}</bdi> } : null,
    order.subscriberRef
      ? { label: "Ref", value: <bdi className="break-all">{order.subscriberRef}</bdi> }
      : null,
    { label: "Method", value: methodWords[order.paymentMethod] },
    { label: "Source", value: sourceOf(order) },
    {
      label: "Status",
      value: `${orderWords[order.orderStatus]}. ${fulfillmentWords[order.fulfillmentStatus]}.`,
    },
    { label: "Made", value: <Timestamp at={order.createdAt} timeZone={timeZone} /> },
    order.paidAt ? { label: "Paid", value: <Timestamp at={order.paidAt} timeZone={timeZone} /> } : null,
  ];
  return (
    <>
      <Section title="What was ordered">
        <OrderLines order={order} />
      </Section>
      <Section title="Facts">
        <Facts items={items.filter((item) => item !== null)} />
        {order.paidAt ? (
          <div className="mt-4 grid gap-1">
            <p className="text-label text-ink-2">The receipt, for your customer</p>
            <CopyField label="Receipt link" value={receiptUrl} />
          </div>
        ) : null}
      </Section>
    </>
  );
}

function sourceOf(order: OrderRow): ReactNode {
  const word = sourceWords[order.source];
  if (order.invoiceId !== null)
    return <Linked href={`/dashboard/invoices/${order.invoiceId}`}>{word}</Linked>;
  if (order.paymentLinkId !== null)
    return <Linked href={`/dashboard/links/${order.paymentLinkId}`}>{word}</Linked>;
  return word;
}

function Linked({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="underline underline-offset-2" href={href}>
      {children}
    </a>
  );
}

function OrderLines({ order }: { order: OrderRow }) {
  const { currency } = order;
  const sums: [label: string, minor: bigint, isStrong?: boolean][] = [
    ...(order.discountMinor > 0n ? [["Discount", -order.discountMinor] as [string, bigint]] : []),
    ...(order.shippingFeeMinor > 0n ? [["Shipping", order.shippingFeeMinor] as [string, bigint]] : []),
    ["Total", order.totalMinor, true],
    ["Our fee", -order.feeMinor],
    ["Net to you", order.netMinor, true],
    ...(order.refundedMinor > 0n ? [["Given back", -order.refundedMinor] as [string, bigint]] : []),
  ];
  return (
    <ul>
      {order.items.map((item) => (
        <Line
          key={item.position}
          label={item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name}
          minor={item.totalMinor}
          currency={currency}
        />
      ))}
      {sums.map(([label, minor, isStrong]) => (
        <Line key={label} label={label} minor={minor} currency={currency} isStrong={isStrong} />
      ))}
    </ul>
  );
}

function Line({
  label,
  minor,
  currency,
  isStrong = false,
}: {
  label: string;
  minor: bigint;
  currency: string;
  isStrong?: boolean;
}) {
  return (
    <li
      className={`flex items-baseline justify-between gap-4 border-b border-rule py-2 ${isStrong ? "font-semibold" : ""}`}
    >
      <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
      <Amount minor={minor} currency={currency} />
    </li>
  );
}
