import { knownKey } from "@/components/dashboard/messages/words";
import { Press, TextLink } from "@/components/dashboard/pieces";
import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { askedAtCounter } from "@/lib/services/money/outside/counter";
import { receiptCode } from "@/lib/services/money/outside/owed";
import { problemText } from "@/lib/text/problem";
import { NothingToDo } from "../../../act-page";
import { orderPath, salePath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { ShareBar } from "../../../share-bar";
import { type AtStore, titledBy } from "../../../words";
import { resendReceiptAction } from "../../actions";
import { boughtIn, findOrder } from "../../order";

export const generateMetadata = titledBy(async (seller, id) => (await findOrder(seller, id)).number);

/** The receipt for a customer who stands at the counter. */
export default sellerPage("orders", async (who, { id }) => {
  const { seller, world, words } = who;
  const order = await findOrder(seller, id);
  const { number, customer } = order;
  const back = { href: orderPath(order.id), text: words.text("backTo", { number }) };
  const amount = formatMoney({ minor: order.totalMinor, currency: order.currency }, words.lang);
  if (order.source === "manual" && !order.paidAt)
    return (
      <SellerPage {...who} here={number} title={amount} purpose={<bdi>{boughtIn(order, words)}</bdi>}>
        <div className="grid max-w-[30rem] gap-4">
          <Asked order={order} who={who} />
          <ButtonLink href={back.href}>{back.text}</ButtonLink>
        </div>
      </SellerPage>
    );
  if (!order.paidAt || order.takenBackAt)
    return (
      <SellerPage {...who} here={number} title={words.text("saleReceipt", { number })}>
        <NothingToDo
          title={problemText(words.lang, say(order.paidAt ? "receipt_taken_back" : "no_receipt"))}
          back={back}
        />
      </SellerPage>
    );
  const { url, svg } = await receiptCode(world, order);
  return (
    <SellerPage
      {...who}
      here={number}
      title={words.text("saleReceipt", { number })}
      purpose={words.text("saleReceiptPurpose")}
      actions={
        <>
          <Allowed seller={seller} act="payment.record">
            <ButtonLink look="primary" href={salePath}>
              {words.text("nextSale")}
            </ButtonLink>
          </Allowed>
          <ButtonLink href={back.href}>{back.text}</ButtonLink>
        </>
      }
    >
      <p className="text-title font-semibold">{amount}</p>
      <p className="text-ink-2">
        <bdi>{boughtIn(order, words)}</bdi>
      </p>
      {/* Readers of codes expect black on white, in the dark too. */}
      <img
        alt={words.text("receiptQr")}
        src={`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`}
        width={240}
        height={240}
        className="my-6 rounded-sm border border-rule bg-white"
      />
      <ShareBar
        label={words.text("receiptLink")}
        url={url}
        text={words.text("receiptSays", { seller: seller.store.name, amount, url })}
        phone={customer.phone}
        codesOf={null}
        words={words}
      >
        {customer.email || customer.phone ? (
          <Allowed seller={seller} act="order.handle">
            <Press action={resendReceiptAction} fields={{ id: String(order.id) }}>
              {words.text("receiptAgain")}
            </Press>
          </Allowed>
        ) : null}
      </ShareBar>
    </SellerPage>
  );
});

/** A phone was asked: the page follows it, and turns into the receipt. Where nobody paid: the same again, or cash. */
async function Asked({ order, who }: { order: OrderRow; who: AtStore }) {
  const { words, world } = who;
  const { open, reason } = await askedAtCounter(world, order);
  const phone = open?.phone ?? "";
  const why = words.loose(knownKey(`because_${reason}`) ?? "because_unknown", {});
  const again = new URLSearchParams({ customerPhone: order.customer.phone ?? "" });
  for (const { productId, quantity } of order.items)
    if (productId !== null) again.set(`n.${productId}`, String(quantity));
  return open ? (
    <Notice tone="info" title={words.text("saleWaits", { phone })}>
      {words.text("saleWaitsText")}{" "}
      {open.sandboxPhone ? <TextLink href={open.sandboxPhone}>{words.text("sandboxPhone")}</TextLink> : null}
    </Notice>
  ) : (
    <>
      <Notice tone="bad" title={words.text("saleNotPaid")}>
        {words.text("theReason", { reason: why })}
      </Notice>
      <ButtonLink look="primary" href={`${salePath}?${again}`}>
        {words.text("saleAgain")}
      </ButtonLink>
      <ButtonLink href={`${orderPath(order.id)}/payment`}>{words.text("recordPayment")}</ButtonLink>
    </>
  );
}
