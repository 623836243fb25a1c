import { ActionForm } from "@/components/dashboard/action-form";
import { PageHeader } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { receiptCode } from "@/lib/services/money/outside/owed";
import { problemText } from "@/lib/text/problem";
import { Allowed } from "../../../allowed";
import { NothingToDo } from "../../../nothing-to-do";
import { orderPath, salePath } from "../../../paths";
import { SellerPage } from "../../../seller-page";
import { ShareBar } from "../../../share-bar";
import { sellerWithWords, titledBy } from "../../../words";
import { resendReceiptAction } from "../../actions";
import { findOrder } from "../../order";
import { boughtIn } from "../../words";

export const generateMetadata = titledBy(async (seller, id) => (await findOrder(seller, id)).number);

/** The receipt for a customer who stands at the counter. */
export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const order = await findOrder(seller, (await params).id);
  const { number, customer } = order;
  const back = { href: orderPath(order.id), text: words.text("backTo", { number }) };
  if (!order.paidAt || order.takenBackAt)
    return (
      <SellerPage seller={seller} section="orders" here={number}>
        <PageHeader title={words.text("saleReceipt", { number })} />
        <NothingToDo
          title={problemText(words.lang, say(order.paidAt ? "receipt_taken_back" : "no_receipt"))}
          back={back}
        />
      </SellerPage>
    );
  const { url, svg } = await receiptCode(systemWorld(), order);
  const amount = formatMoney({ minor: order.totalMinor, currency: order.currency }, words.lang);
  return (
    <SellerPage seller={seller} section="orders" here={number}>
      <PageHeader
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
      />
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
            <ActionForm to={{ action: resendReceiptAction, fields: { id: String(order.id) } }}>
              <Button>{words.text("receiptAgain")}</Button>
            </ActionForm>
          </Allowed>
        ) : null}
      </ShareBar>
    </SellerPage>
  );
}
