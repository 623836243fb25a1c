import type { ReactNode } from "react";
import { stamp } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { CopyField } from "@/components/ui/copy-field";
import type { Language } from "@/lib/domain/languages";
import { decimalText } from "@/lib/domain/money";
import { taxGoneBack } from "@/lib/domain/tax";
import { netOf } from "@/lib/domain/transfer";
import { formatPhone } from "@/lib/providers/phone";
import type { Delivery } from "@/lib/services/billing/orders/downloads";
import type { OrderRow, PaidBy } from "@/lib/services/billing/orders/read";
import { type AtStore, copyLabels } from "../../words";
import { codeLabel, lineName } from "../order";

/** What an order is: its customer, its lines, its money, where it came from. */
export function OrderFacts({
  who,
  order,
  paidBy,
  delivery,
  receiptUrl,
}: {
  order: OrderRow;
  paidBy: PaidBy | undefined;
  delivery: Delivery | undefined;
  who: AtStore;
  receiptUrl: string;
}) {
  const { words } = who;
  const { customer } = order;
  const items = [
    ...facts(words, {
      customer: customer.prospect ? (
        <bdi>{customer.name}</bdi>
      ) : (
        <TextLink href={`/dashboard/customers/${customer.id}`}>
          <bdi>{customer.name}</bdi>
        </TextLink>
      ),
      customerEmail: customer.email && <bdi className="break-all">{customer.email}</bdi>,
      phone: customer.phone,
      bringTo: delivery && <BringTo delivery={delivery} />,
      answer: order.answer && <bdi className="wrap-anywhere">{order.answer}</bdi>,
      ref: order.subscriberRef && <bdi className="break-all">{order.subscriberRef}</bdi>,
      method: paidBy?.network?.displayName ?? words.text(`method_${order.paymentMethod}`),
    }),
    ...(paidBy?.code ? [{ label: codeLabel(paidBy, words), value: <Code>{paidBy.code}</Code> }] : []),
    ...facts(words, {
      source: sourceOf(order, words),
      status: standingOf(order, words),
      handedOverOn: stamp(order.handedOverAt, who),
      handoverSaid: order.handoverNote && <bdi className="wrap-anywhere">{order.handoverNote}</bdi>,
      made: stamp(order.createdAt, who),
      paidOn: stamp(order.paidAt, who),
      takenBackOn: stamp(order.takenBackAt, who),
    }),
  ];
  return (
    <>
      <Section title={words.text("whatOrdered")}>
        <OrderLines order={order} words={words} />
      </Section>
      <Section title={words.text("facts")}>
        <Facts items={items} />
        {order.paidAt && !order.takenBackAt ? (
          <div className="mt-4 grid gap-1">
            <p className="text-label text-ink-2">{words.text("receiptForCustomer")}</p>
            <CopyField label={words.text("receiptLink")} value={receiptUrl} labels={copyLabels(words)} />
          </div>
        ) : null}
      </Section>
    </>
  );
}

function BringTo({ delivery: { name, phone, place } }: { delivery: Delivery }) {
  return (
    <span className="grid gap-1">
      <bdi className="wrap-anywhere">{name}</bdi>
      <TextLink href={`tel:${phone}`}>{formatPhone(phone)}</TextLink>
      <bdi className="whitespace-pre-line wrap-anywhere">{place}</bdi>
    </span>
  );
}

/** "Completed. Handed over."; what was completed by itself was handed over by nobody. */
function standingOf(
  { orderStatus, fulfillmentStatus, handedOverAt }: OrderRow,
  words: DashboardWords,
): string {
  const standing = `${words.text(`order_${orderStatus}`)}.`;
  if (fulfillmentStatus === "fulfilled" && handedOverAt === null) return standing;
  return `${standing} ${words.text(`goods_${fulfillmentStatus}`)}.`;
}

function sourceOf(order: OrderRow, words: DashboardWords): ReactNode {
  const word = words.text(`source_${order.source}`);
  if (order.invoiceId !== null)
    return <TextLink href={`/dashboard/invoices/${order.invoiceId}`}>{word}</TextLink>;
  if (order.paymentLinkId !== null)
    return <TextLink href={`/dashboard/links/${order.paymentLinkId}`}>{word}</TextLink>;
  return word;
}

function OrderLines({ order, words }: { order: OrderRow; words: DashboardWords }) {
  const { currency } = order;
  const kept = netOf(order);
  const sums: [label: string, minor: bigint, isStrong?: boolean][] = [
    ...(order.discountMinor > 0n ? [[words.text("discount"), -order.discountMinor] as [string, bigint]] : []),
    ...(order.shippingFeeMinor > 0n
      ? [[words.text("shipping"), order.shippingFeeMinor] as [string, bigint]]
      : []),
    [words.text("total"), order.totalMinor, true],
    ...(order.taxLabel === null
      ? []
      : [
          [
            words.text("ofWhichTax", { tax: order.taxLabel, rate: decimalText(BigInt(order.taxRatePpm), 4) }),
            order.taxMinor,
          ] as [string, bigint],
        ]),
    ...(order.paidAt === null
      ? []
      : ([
          [words.text("ourFee"), -order.feeMinor],
          [words.text("netToYou"), order.netMinor, true],
        ] as [string, bigint, boolean?][])),
    ...(order.refundedMinor > 0n
      ? ([
          [words.text(order.takenBackAt ? "pay_taken_back" : "givenBack"), -order.refundedMinor],
          ...(order.feeMinor > kept.feeMinor
            ? [[words.text("feeGivenBack"), order.feeMinor - kept.feeMinor]]
            : []),
          ...(order.taxLabel === null ? [] : [[words.text("taxGivenBack"), -taxGoneBack(order)]]),
          [words.text("leftToYou"), kept.netMinor, true],
        ] as [string, bigint, boolean?][])
      : []),
  ];
  return (
    <ul>
      {order.items.map((item) => (
        <Line
          lang={words.lang}
          key={item.position}
          label={(item.quantity > 1 ? `${item.quantity} × ` : "") + lineName(item.name, words)}
          minor={item.totalMinor}
          currency={currency}
        />
      ))}
      {sums.map(([label, minor, isStrong]) => (
        <Line
          lang={words.lang}
          key={label}
          label={label}
          minor={minor}
          currency={currency}
          isStrong={isStrong}
        />
      ))}
    </ul>
  );
}

function Line({
  label,
  minor,
  currency,
  isStrong = false,
  lang,
}: {
  label: string;
  minor: bigint;
  currency: string;
  isStrong?: boolean;
  lang: Language;
}) {
  return (
    <li
      className={`flex items-baseline justify-between gap-4 border-b border-rule py-2 ${isStrong ? "font-semibold" : ""}`}
    >
      <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
      <Amount lang={lang} minor={minor} currency={currency} />
    </li>
  );
}
