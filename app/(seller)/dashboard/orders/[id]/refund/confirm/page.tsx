import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { Amount } from "@/components/dashboard/amount";
import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/uuid";
import type { OrderRow } from "@/lib/services/orders/read";
import { quoteRefund, type RefundQuote } from "@/lib/services/refunds/quote";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../../seller-page";
import { refundAction } from "../../../actions";
import { findOrder } from "../../../find-order";
import { orderPath } from "../../../paths";

export const metadata: Metadata = { title: "Confirm the refund" };

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Second screen: what the refund does, word for word, and the button that does it. */
export default async function ConfirmRefundPage({ params, searchParams }: Props) {
  const seller = await currentSeller();
  const world = systemWorld();
  const order = await findOrder(seller, (await params).id);
  const { amount, reason } = await searchParams;
  const input = { orderId: order.id, amount: typeof amount === "string" ? amount : "" };
  const quote = await quoteRefund(world, seller.caller(true), input).catch((error: unknown) => {
    if (error instanceof Invalid) return error;
    throw error;
  });
  const change = <ButtonLink href={`${orderPath(order.id)}/refund`}>Change it</ButtonLink>;
  return (
    <SellerPage seller={seller} section="orders" inEnglish here={`${order.number}: refund`}>
      <PageHeader title="Confirm the refund" />
      {quote instanceof Invalid ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={quote.message} />
          <div>{change}</div>
        </div>
      ) : (
        <div className="grid gap-6">
          <Effect quote={quote} reason={typeof reason === "string" ? reason : ""} />
          <FieldForm
            action={refundAction}
            submit={`Refund ${formatMoney({ minor: quote.amountMinor, currency: order.currency })}`}
            look="danger"
            hidden={{
              id: String(order.id),
              minor: String(quote.amountMinor),
              reason: typeof reason === "string" ? reason : "",
              key: composeUuid(world.random.bytes(16)),
            }}
            fields={[]}
            note={change}
          />
        </div>
      )}
    </SellerPage>
  );
}

function Effect({ quote, reason }: { quote: RefundQuote; reason: string }) {
  const { order, amountMinor, sellerMinor, feeBackMinor, leftMinor } = quote;
  const { currency } = order;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          { label: "Your customer gets", value: <Amount minor={amountMinor} currency={currency} /> },
          { label: "Leaves your wallet", value: <Amount minor={sellerMinor} currency={currency} /> },
          {
            label: "We give back",
            value: (
              <>
                Our fee: <Amount minor={feeBackMinor} currency={currency} />
              </>
            ),
          },
          { label: "Then the order is", value: amountMinor === leftMinor ? "Refunded" : "Partly refunded" },
          { label: "Why", value: <bdi className="wrap-anywhere">{reason}</bdi> },
        ]}
      />
      <p className="mt-4 text-ink-2">{consequence(order)} It cannot be undone once it is on its way.</p>
    </div>
  );
}

function consequence(order: OrderRow): string {
  if (order.source === "subscription")
    return "The subscription stays as it is: its paid time is not taken back. Cancel it too if it should end.";
  if (order.source === "invoice") return "The invoice stays as it is.";
  return order.orderStatus === "processing"
    ? "A full refund also cancels what was not handed over yet."
    : "What was handed over stays handed over.";
}
