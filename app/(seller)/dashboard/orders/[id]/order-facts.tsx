import type { ReactNode } from "react";
import { stamp } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { CopyField } from "@/components/ui/copy-field";
import { decimalText } from "@/lib/domain/money";
import { taxGoneBack } from "@/lib/domain/tax";
import { netOf } from "@/lib/domain/transfer";
import { formatPhone } from "@/lib/providers/phone";
import { settledIn } from "@/lib/resources/order";
import type { Delivery } from "@/lib/services/billing/orders/downloads";
import type { OrderRow, PaidBy } from "@/lib/services/billing/orders/read";
import { ownAccountPath } from "../../paths";
import { type AtStore, copyLabels } from "../../words";
import { codeLabel } from "../order";

/** What an order is: its customer, its lines, its money, where it came from. */
export function OrderFacts(props: {
  order: OrderRow;
  paidBy: PaidBy | undefined;
  delivery: Delivery | undefined;
  who: AtStore;
  receiptUrl: string;
}) {
  const { who, order, paidBy, delivery, receiptUrl } = props;
  const { words } = who;
  const { customer } = order;
  const items = [
    ...facts(words, {
      customer: customer.prospect ? (
        <bdi>{words.named(customer.name)}</bdi>
      ) : (
        <TextLink href={`/dashboard/customers/${customer.id}`}>
          <bdi>{words.named(customer.name)}</bdi>
        </TextLink>
      ),
      customerEmail: customer.email && <bdi className="wrap-anywhere">{customer.email}</bdi>,
      phone: customer.phone,
      bringTo: delivery && <BringTo delivery={delivery} />,
      answer: order.answer && <bdi className="wrap-anywhere">{order.answer}</bdi>,
      ref: order.subscriberRef && <bdi className="wrap-anywhere">{order.subscriberRef}</bdi>,
      method: paidBy?.network?.displayName ?? words.text(`method_${order.paymentMethod}`),
      paidInto: paidInto(order, words),
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

/** Where the money is, so that nobody looks for it in a wallet. */
function paidInto(order: OrderRow, words: DashboardWords): ReactNode {
  const settlement = settledIn(order);
  if (settlement === null) return null;
  if (settlement === "wallet" || order.ownAccount === null) return words.text("inTheWallet");
  return <TextLink href={ownAccountPath(order.ownAccount)}>{words.text("inOwnAccount")}</TextLink>;
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

/** "Completed. Handed over."; what was completed by itself was handed over by nobody, and what waits says so once. */
function standingOf(
  { orderStatus, fulfillmentStatus, handedOverAt }: OrderRow,
  words: DashboardWords,
): string {
  const standing = `${words.text(`order_${orderStatus}`)}.`;
  const isSaid = orderStatus === "processing" && fulfillmentStatus === "unfulfilled";
  if (isSaid || (fulfillmentStatus === "fulfilled" && handedOverAt === null)) return standing;
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

interface Sum {
  label: string;
  minor: bigint;
  isStrong?: boolean;
}

/** Below the lines: what came off, what it comes to, and what of it is the seller's. */
function sumsOf(order: OrderRow, words: DashboardWords): Sum[] {
  const kept = netOf(order);
  const { discountMinor, shippingFeeMinor, feeMinor, refundedMinor, taxLabel } = order;
  const isBack = refundedMinor > 0n;
  const rate = decimalText(BigInt(order.taxRatePpm), 4);
  const tax = taxLabel && words.text("ofWhichTax", { tax: taxLabel, rate });
  const sums: (Sum | false | "" | null)[] = [
    discountMinor > 0n && { label: words.text("discount"), minor: -discountMinor },
    shippingFeeMinor > 0n && { label: words.text("shipping"), minor: shippingFeeMinor },
    { label: words.text("total"), minor: order.totalMinor, isStrong: true },
    tax && { label: tax, minor: order.taxMinor },
    order.paidAt && { label: words.text("ourFee"), minor: -feeMinor },
    order.paidAt && { label: words.text("netToYou"), minor: order.netMinor, isStrong: true },
    isBack && {
      label: words.text(order.takenBackAt ? "pay_taken_back" : "givenBack"),
      minor: -refundedMinor,
    },
    isBack &&
      feeMinor > kept.feeMinor && { label: words.text("feeGivenBack"), minor: feeMinor - kept.feeMinor },
    isBack && taxLabel !== null && { label: words.text("taxGivenBack"), minor: -taxGoneBack(order) },
    isBack && { label: words.text("leftToYou"), minor: kept.netMinor, isStrong: true },
  ];
  return sums.filter((sum) => sum !== null && sum !== false && sum !== "");
}

function OrderLines({ order, words }: { order: OrderRow; words: DashboardWords }) {
  const lines = order.items.map(({ quantity, name, totalMinor }) => ({
    label: (quantity > 1 ? `${quantity} × ` : "") + words.named(name),
    minor: totalMinor,
    isStrong: false,
  }));
  return (
    <ul>
      {[...lines, ...sumsOf(order, words)].map(({ label, minor, isStrong }, at) => (
        // Two lines of an order may be alike.
        <li
          key={at}
          className={`flex items-baseline justify-between gap-4 border-b border-rule py-2 ${isStrong ? "font-semibold" : ""}`}
        >
          <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
          <Amount lang={words.lang} minor={minor} currency={order.currency} />
        </li>
      ))}
    </ul>
  );
}
