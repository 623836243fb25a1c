import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { orderPath } from "@/app/(seller)/dashboard/paths";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { orderKind } from "@/lib/domain/order";
import { Invalid } from "@/lib/domain/refusal";
import { accessEndsAt } from "@/lib/domain/subscription";
import { composeUuid, isUuidV4 } from "@/lib/domain/token";
import { cardOf, cardText } from "@/lib/resources/kept-card";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { wasRequested } from "@/lib/services/money/out/refunds/list";
import {
  quoteRefund,
  type RefundedSubscription,
  type RefundQuote,
  refundShown,
} from "@/lib/services/money/out/refunds/quote";
import { NothingToDo } from "../../../../nothing-to-do";
import { SellerPage } from "../../../../seller-page";
import { problemTitles, refusedText, sellerWithWords, titled, wordsFor } from "../../../../words";
import { refundAction } from "../../../actions";
import { findOrder } from "../../../order";

export const generateMetadata = titled("confirmRefund");

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Second screen: what the refund does, word for word, and the button that does it. */
export default async function ConfirmRefundPage({ params, searchParams }: Props) {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const order = await findOrder(seller, (await params).id);
  const { amount, reason, key: given } = await searchParams;
  const typed = typeof amount === "string" ? amount : "";
  const key = typeof given === "string" && isUuidV4(given) ? given : composeUuid(world.random.bytes(16));
  if (await wasRequested(world, seller.caller(true), key)) return <Made seller={seller} order={order} />;
  const input = { orderId: order.id, amount: typed, language: words.lang };
  const quote = await quoteRefund(world, seller.caller(true), input).catch((error: unknown) => {
    if (error instanceof Invalid) return error;
    throw error;
  });
  const change = <ButtonLink href={`${orderPath(order.id)}/refund`}>{words.text("chooseAgain")}</ButtonLink>;
  return (
    <SellerPage seller={seller} section="orders" here={words.text("orderRefund", { number: order.number })}>
      <PageHeader title={words.text("confirmRefund")} />
      {quote instanceof Invalid ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={refusedText(quote, words)} />
          <div>{change}</div>
        </div>
      ) : (
        <div className="grid gap-6">
          <Effect
            quote={quote}
            reason={typeof reason === "string" ? reason : ""}
            timeZone={seller.store.timeZone}
            words={words}
          />
          <FieldForm
            action={refundAction}
            submit={words.text(quote.isByHand ? "returnAmount" : "refundAmount", {
              amount: formatMoney({ minor: quote.amountMinor, currency: order.currency }, words.lang),
            })}
            titles={problemTitles(words)}
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
}

/** The page was opened again, after its button was pressed. */
function Made({ seller, order }: { seller: CurrentSeller; order: OrderRow }) {
  const words = wordsFor(seller);
  const { number } = order;
  return (
    <SellerPage seller={seller} section="orders" here={words.text("orderRefund", { number })}>
      <PageHeader title={words.text("confirmRefund")} />
      <NothingToDo
        title={words.text("refundAsked")}
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

function Effect({
  quote,
  reason,
  timeZone,
  words,
}: {
  quote: RefundQuote;
  reason: string;
  timeZone: string;
  words: DashboardWords;
}) {
  const { order, amountMinor, sellerMinor, feeBackMinor, leftMinor, isByHand } = quote;
  const { currency } = order;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          {
            label: words.text("customerGets"),
            value: <Amount lang={words.lang} minor={amountMinor} currency={currency} />,
          },
          ...(isByHand
            ? []
            : [
                {
                  label: words.text("leavesWallet"),
                  value: <Amount lang={words.lang} minor={sellerMinor} currency={currency} />,
                },
                {
                  label: words.text("weGiveBack"),
                  value: words.rich("ourFeeBack", {
                    fee: <Amount lang={words.lang} minor={feeBackMinor} currency={currency} />,
                  }),
                },
              ]),
          {
            label: words.text("thenOrderIs"),
            value: words.text(amountMinor === leftMinor ? "pay_refunded" : "pay_partially_refunded"),
          },
          { label: words.text("why"), value: <bdi className="wrap-anywhere">{reason}</bdi> },
        ]}
      />
      <p className="mt-4 text-ink-2">
        {quote.subscription ? (
          <Choice of={quote.subscription} timeZone={timeZone} words={words} />
        ) : (
          words.loose(consequence(order), {})
        )}{" "}
        {words.text(isByHand ? "refundByHandPurpose" : "refundForGood")}
      </p>
    </div>
  );
}

/** What each answer about the subscription leads to. */
function Choice({
  of: { row, creditMinor },
  timeZone,
  words,
}: {
  of: RefundedSubscription;
  timeZone: string;
  words: DashboardWords;
}) {
  const card = cardOf(row.renewalCard);
  const from = card ? cardText(card) : row.renewalPhone;
  return (
    <>
      {words.rich("refundEndsMeans", {
        end: <Timestamp key="end" at={accessEndsAt(row)} timeZone={timeZone} locale={words.locale} />,
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
