import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { readRefundable } from "@/lib/services/refunds/refundable";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { chooseRefundAction } from "../../actions";
import { findOrder, mayMoveMoney } from "../../find-order";
import { orderPath } from "../../paths";

export const metadata: Metadata = { title: "Refund" };

/** First screen: how much goes back, and why. Nothing is written yet. */
export default async function RefundPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const order = await findOrder(seller, (await params).id);
  const refundable = await readRefundable(world, world.db, order);
  const bar = mayMoveMoney(seller) ? null : "Only the owner or an admin of the store can refund an order.";
  const back = <ButtonLink href={orderPath(order.id)}>Back to {order.number}</ButtonLink>;
  return (
    <SellerPage seller={seller} section="orders" inEnglish here={`${order.number}: refund`}>
      <PageHeader
        title={`Refund ${order.number}`}
        purpose="The money goes back the way it came. You see what it does before anything happens."
      />
      {refundable.ok && bar === null ? (
        <FieldForm
          action={chooseRefundAction}
          submit="Continue"
          hidden={{ id: String(order.id) }}
          note={back}
          fields={[
            {
              kind: "text",
              name: "amount",
              label: `Amount in ${order.currency}`,
              inputMode: "decimal",
              help: refundable.takesParts
                ? `Up to ${formatMoney({ minor: refundable.leftMinor, currency: order.currency })}. Leave empty for all of it.`
                : "The provider gives back all of it. Leave this empty.",
            },
            {
              kind: "text",
              name: "reason",
              label: "Why",
              help: "For your own records; your customer does not see it.",
            },
          ]}
        />
      ) : (
        <div className="grid gap-4">
          <Notice tone="info" title={bar ?? (refundable.ok ? "" : refundable.why)} />
          <div>{back}</div>
        </div>
      )}
    </SellerPage>
  );
}
