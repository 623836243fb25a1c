import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { stamp } from "@/app/_lists/list-view";
import { orderPath } from "@/app/(seller)/dashboard/paths";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { orderKind } from "@/lib/domain/order";
import { Invalid, say } from "@/lib/domain/refusal";
import { accessEndsAt } from "@/lib/domain/subscription";
import { composeUuid, isUuidV4 } from "@/lib/domain/token";
import { cardOf, cardText } from "@/lib/resources/subscription";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { sealShown } from "@/lib/services/core/shown";
import { wasRequested } from "@/lib/services/money/out/refunds/list";
import {
  quoteRefund,
  type RefundedSubscription,
  type RefundQuote,
  readRefundable,
  refundShown,
} from "@/lib/services/money/out/refunds/quote";
import { problemText } from "@/lib/text/problem";
import { NothingToDo } from "../../../../act-page";
import { whyBack } from "../../../../history-words";
import { SellerPage, sellerPage } from "../../../../seller-page";
import { type AtStore, refusedText, titled } from "../../../../words";
import { refundAction } from "../../../actions";
import { byHandKey, findOrder } from "../../../order";

export const generateMetadata = titled("confirmRefund");

/** Second screen: what the refund does, word for word, and the button that does it. */
export default sellerPage("orders", async (who, { id, search }) => {
  const { seller, world, caller, words } = who;
  const order = await findOrder(seller, id);
  const { amount, reason, key: given } = search;
  const typed = typeof amount === "string" ? amount : "";
  const key = typeof given === "string" && isUuidV4(given) ? given : composeUuid(world.random.bytes(16));
  if (await wasRequested(world, caller, key)) return <Made who={who} order={order} />;
  const input = { orderId: order.id, amount: typed, language: words.lang };
  const quote = await quoteRefund(world, caller, input).catch((error: unknown) => {
    if (error instanceof Invalid) return error;
    throw error;
  });
  const change = <ButtonLink href={`${orderPath(order.id)}/refund`}>{words.text("chooseAgain")}</ButtonLink>;
  return (
    <SellerPage
      {...who}
      here={words.text("orderRefund", { number: order.number })}
      title={words.text("confirmRefund")}
    >
      {quote instanceof Invalid ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={refusedText(quote, words)} />
          <div>{change}</div>
        </div>
      ) : (
        <div className="grid gap-6">
          <Effect quote={quote} reason={typeof reason === "string" ? reason : ""} who={who} />
          <FieldForm
            action={refundAction}
            submit={words.text(quote.isByHand ? "returnAmount" : "refundAmount", {
              amount: formatMoney({ minor: quote.amountMinor, currency: order.currency }, words.lang),
            })}
            look="danger"
            hidden={{
              id: String(order.id),
              minor: String(quote.amountMinor),
              reason: typeof reason === "string" ? reason : "",
              key,
              seen: sealShown(world, `refund/${order.id}`, refundShown(quote, order)),
              byHand: quote.isByHand ? "yes" : "",
            }}
            fields={quote.subscription ? [endsField(quote.subscription, words)] : []}
            note={change}
          />
        </div>
      )}
    </SellerPage>
  );
});

/** The page was opened again, after its button was pressed. */
async function Made({ who, order }: { who: AtStore; order: OrderRow }) {
  const { seller, words, world } = who;
  const { number } = order;
  const left = await readRefundable(world, world.db, order);
  return (
    <SellerPage
      seller={seller}
      section="orders"
      here={words.text("orderRefund", { number })}
      title={words.text("confirmRefund")}
    >
      <NothingToDo
        title={`${words.text("refundAsked")} ${
          left.ok ? words.text("refundMore") : problemText(words.lang, say(`refund_${left.bar}`))
        }`}
        back={{ href: orderPath(order.id), text: words.text("backTo", { number }) }}
      />
    </SellerPage>
  );
}

/** The seller decides; the only payment of a subscription mostly goes back to end it. */
function endsField({ isOnlyPayment }: RefundedSubscription, words: DashboardWords): FieldSpec {
  const options = (["yes", "no"] as const).map((value) => ({
    value,
    label: words.text(`refundEnds_${value}`),
  }));
  const label = words.text("refundEnds");
  return { kind: "select", name: "ends", label, options, value: isOnlyPayment ? "yes" : "no" };
}

function Effect({ who, quote, reason }: { quote: RefundQuote; reason: string; who: AtStore }) {
  const { words } = who;
  const { order, amountMinor, sellerMinor, feeBackMinor, leftMinor, isByHand } = quote;
  const { currency } = order;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          ...facts(words, {
            customerGets: <Amount lang={words.lang} minor={amountMinor} currency={currency} />,
          }),
          ...(isByHand
            ? []
            : facts(words, {
                [order.ownAccount ? "leavesOwn" : "leavesWallet"]: (
                  <Amount lang={words.lang} minor={sellerMinor} currency={currency} />
                ),
                weGiveBack: words.rich("ourFeeBack", {
                  fee: <Amount lang={words.lang} minor={feeBackMinor} currency={currency} />,
                }),
              })),
          ...facts(words, {
            thenOrderIs: words.text(amountMinor === leftMinor ? "pay_refunded" : "pay_partially_refunded"),
            why: <bdi className="wrap-anywhere">{whyBack(reason, words)}</bdi>,
          }),
        ]}
      />
      <p className="mt-4 text-ink-2">
        {quote.subscription ? (
          <Choice of={quote.subscription} who={who} />
        ) : (
          words.loose(consequence(order), {})
        )}{" "}
        {words.text(isByHand ? byHandKey(order) : "refundForGood")}
      </p>
    </div>
  );
}

/** What each answer about the subscription leads to. */
function Choice({ who, of: { row, creditMinor } }: { of: RefundedSubscription; who: AtStore }) {
  const { words } = who;
  const card = cardOf(row.renewalCard);
  const from = card ? cardText(card) : row.renewalPhone;
  return (
    <>
      {words.rich("refundEndsMeans", {
        end: stamp(accessEndsAt(row), who),
        credit: { minor: creditMinor, currency: row.currency },
      })}{" "}
      {from ? words.rich("refundEndsCharged", { from: <bdi key="from">{from}</bdi> }) : null}
    </>
  );
}

function consequence(order: OrderRow): DashboardKey {
  if (orderKind(order) === "subscription") return "keepsSubscription";
  if (orderKind(order) === "invoice") return "keepsInvoice";
  return order.orderStatus === "processing" ? "cancelsRest" : "staysHandedOver";
}
