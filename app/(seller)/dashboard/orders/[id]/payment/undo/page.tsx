import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { recordedShown } from "@/lib/services/money/outside/undo";
import { Allowed } from "../../../../allowed";
import { undoPaymentAction } from "../../../../recording/actions";
import { SellerPage } from "../../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../../words";
import { findOrder } from "../../../find-order";
import { orderPath } from "../../../paths";

export const generateMetadata = titled("undoPayment");

/** A payment that was recorded by mistake is taken back. */
export default async function UndoPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const order = await findOrder(seller, (await params).id);
  // The order says that it is taken back, and why.
  if (order.takenBackAt) redirect(orderPath(order.id));
  const back = words.text("backTo", { number: order.number });
  return (
    <SellerPage seller={seller} section="orders" here={words.text("undoPayment")}>
      <PageHeader
        title={words.text("undoOn", { number: order.number })}
        purpose={words.text("undoPurpose")}
      />
      <Allowed seller={seller} act="payment.record" aloud>
        <FieldForm
          action={undoPaymentAction}
          submit={words.text("undoGo")}
          look="danger"
          titles={problemTitles(words)}
          hidden={{
            id: String(order.id),
            seen: sealShown(systemWorld(), `payment/${order.id}`, recordedShown(order)),
          }}
          fields={[{ kind: "text", name: "reason", label: words.text("why"), help: words.text("whyHelp") }]}
          note={<ButtonLink href={orderPath(order.id)}>{back}</ButtonLink>}
        />
      </Allowed>
    </SellerPage>
  );
}
