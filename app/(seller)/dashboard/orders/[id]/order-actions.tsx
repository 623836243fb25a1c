import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Input } from "@/components/ui/field";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { say } from "@/lib/domain/problem";
import { may } from "@/lib/domain/roles";
import { mayUndoHandover } from "@/lib/services/billing/orders/fulfil";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import type { RefundBar } from "@/lib/services/money/out/refunds/refundable";
import { owedByHand } from "@/lib/services/money/outside/owed";
import { problemText } from "@/lib/text/problem";
import {
  callOffOrderAction,
  checkOrderAction,
  fulfilOrderAction,
  resendReceiptAction,
  undoHandoverAction,
} from "../actions";
import { mayMoveMoney } from "../find-order";
import { orderPath } from "../paths";

/** The actions that are possible now. A person sees only those that their role allows. */
export function OrderActions({
  order,
  seller,
  refundBar,
  isByHand,
  now,
  words,
}: {
  order: OrderRow;
  seller: CurrentSeller;
  /** Why it cannot be refunded now; null: it can. */
  refundBar: RefundBar | null;
  /** The seller took its payment themselves, and has some of it still. */
  isByHand: boolean;
  now: Date;
  words: DashboardWords;
}) {
  if (!may(seller.role, "order.handle")) return null;
  const fields = { id: String(order.id) };
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  const isWorkedOn = isPaid && order.orderStatus === "processing";
  return (
    <div className="mb-8 grid gap-3">
      {isWorkedOn ? (
        <ActionForm
          to={{ action: fulfilOrderAction, fields: { ...fields, to: "fulfilled" } }}
          className="grid max-w-[30rem] gap-3"
        >
          <Input name="note" label={words.text("handoverNote")} help={words.text("handoverNoteHelp")} />
          <div>
            <Button look="primary">{words.text("handOver")}</Button>
          </div>
        </ActionForm>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {order.paymentStatus === "pending" ? (
          <ActionForm to={{ action: checkOrderAction, fields }}>
            <Button look="primary">{words.text("askProvider")}</Button>
          </ActionForm>
        ) : null}
        {isWorkedOn && order.fulfillmentStatus === "unfulfilled" ? (
          <ActionForm to={{ action: fulfilOrderAction, fields: { ...fields, to: "partially_fulfilled" } }}>
            <Button>{words.text("handOverPart")}</Button>
          </ActionForm>
        ) : null}
        {mayUndoHandover(order, now) ? (
          <ActionForm to={{ action: undoHandoverAction, fields }}>
            <Button>{words.text("undoHandover")}</Button>
          </ActionForm>
        ) : null}
        {order.paidAt && !order.takenBackAt && (order.customer.email || order.customer.phone) ? (
          <ActionForm to={{ action: resendReceiptAction, fields }}>
            <Button>{words.text("receiptAgain")}</Button>
          </ActionForm>
        ) : null}
        {owedByHand(order) !== null && may(seller.role, "payment.record") ? (
          <ButtonLink href={`${orderPath(order.id)}/payment`}>{words.text("recordPayment")}</ButtonLink>
        ) : null}
        {isPaid && mayMoveMoney(seller) && refundBar === null ? (
          <ButtonLink href={`${orderPath(order.id)}/refund`}>{words.text("refund")}</ButtonLink>
        ) : null}
        {isByHand && may(seller.role, "payment.record") ? (
          <ButtonLink href={`${orderPath(order.id)}/payment/undo`}>{words.text("undoPayment")}</ButtonLink>
        ) : null}
      </div>
      {isPaid && mayMoveMoney(seller) && refundBar ? (
        <p className="text-label text-ink-2">{problemText(words.lang, say(`refund_${refundBar}`))}</p>
      ) : null}
      {order.orderStatus === "completed" || order.orderStatus === "cancelled" ? null : (
        <Disclosure summary={words.text("cancelOrder")}>
          <p className="mb-3 max-w-[68ch] text-ink-2">{words.text(isPaid ? "cancelPaid" : "cancelUnpaid")}</p>
          <ActionForm to={{ action: callOffOrderAction, fields }}>
            <Button look="danger">{words.text("cancelOrderGo")}</Button>
          </ActionForm>
        </Disclosure>
      )}
    </div>
  );
}
