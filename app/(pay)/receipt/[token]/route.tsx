import { wordsOf } from "@/components/pay/parts";
import { ReceiptView, type ReceiptViewProps } from "@/components/pay/receipt-view";
import type { FiscalShown } from "@/lib/domain/fiscal";
import type { Language } from "@/lib/domain/languages";
import { decimalText, formatMoney } from "@/lib/domain/money";
import { codeOwner } from "@/lib/domain/network";
import { fiscalSystemOf, taxGoneBack } from "@/lib/domain/tax";
import { qrSvg } from "@/lib/providers/qr";
import { sendDownloadLink } from "@/lib/services/billing/orders/downloads";
import { fiscalOf } from "@/lib/services/billing/orders/fiscal";
import { sendManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { readBought } from "@/lib/services/catalog/deliverables/download";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type Receipt, readReceipt } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { nameIn } from "@/lib/text/words";
import { boughtHere, browserOf } from "../../browser";
import { readForm, tooMany } from "../../read-form";
import { closed, doneOf, nothing, type PayRequest, payRoute, show } from "../../respond";

/** The proof of one payment, for anyone with its address. It is made for sharing, so it allows no actions. */
export const GET = payRoute<{ token: string }>((pay, { token }) => page(pay, token, null));

/** Sends the manage link, or the link to the downloads, to the payer's own contact only. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const form = await readForm(pay.request);
  const found = await readReceipt(systemWorld(), token, null);
  if (!found) return nothing(pay);
  const { order, subscriptionId } = found;
  const act = form?.get("act");
  const isDownload = act === "download" && subscriptionId === null;
  if (!isDownload && (act !== "manage" || subscriptionId === null))
    return closed(pay, found.store, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  const limited = await tooMany(pay, "receipt", order.id);
  if (limited) return limited;
  if (subscriptionId === null) await sendDownloadLink(systemWorld(), order);
  else await sendManageLink(systemWorld(), { id: subscriptionId, storeId: order.storeId });
  return page(pay, token, subscriptionId === null ? "download" : "manage");
});

/** What was taken off for the time that was left of the plan before. */
function unusedLine(
  { unusedOf, order }: Receipt,
  money: (minor: bigint) => string,
  lang: Language,
): { name: string; quantity: number; total: string }[] {
  if (unusedOf === null) return [];
  const name = wordsOf(lang).text("unusedTime", { plan: unusedOf });
  return [{ name, quantity: 1, total: `− ${money(order.discountMinor)}` }];
}

/** A document of the tax authority, with the code that leads to it there. */
async function fiscalShown(document: FiscalShown, money: (minor: bigint) => string) {
  const code = document.url && Buffer.from(await qrSvg(document.url)).toString("base64");
  return {
    ...document,
    total: money(document.totalMinor),
    code: code && `data:image/svg+xml;base64,${code}`,
  };
}

/** What was bought in the browser that paid; for whoever else reads the receipt, a button that sends it to the buyer. */
async function downloadsOf(
  pay: PayRequest,
  found: Receipt,
  token: string,
  isSent: boolean,
): Promise<ReceiptViewProps["downloads"]> {
  // Somebody else may have paid for a subscriber, whose own page leads to what the subscription opens.
  const bought = found.state === "reversed" ? null : await readBought(systemWorld(), found.order);
  if (!bought || found.isOwn || boughtHere(pay, token)) return bought;
  return { form: { action: pay.url.pathname, fields: { act: "download" } }, isSent };
}

async function page(pay: PayRequest, token: string, sent: "manage" | "download" | null): Promise<Response> {
  const world = systemWorld();
  const found = await readReceipt(world, token, browserOf(pay));
  if (!found) return nothing(pay);
  const { store, order, invoice, paidBy, openToken } = found;
  const documents = (await fiscalOf(world, [order])).get(order.id) ?? [];
  // That one is being made is said once.
  const waiting = documents.findIndex(({ status }) => status !== "signed");
  const fiscal = documents.filter(({ status }, index) => status === "signed" || index === waiting);
  const money = (minor: bigint) => formatMoney({ minor, currency: order.currency }, pay.lang(store));
  const { paymentMethod } = order;
  const kind = order.source === "subscription" ? "subscription" : "order";
  return show(
    pay,
    <ReceiptView
      page={{
        ...pay.page(store, { test: false }),
        done: found.state === "paid" ? doneOf(store, kind, true) : null,
      }}
      state={found.state}
      attemptHref={openToken && `/attempt/${openToken}`}
      amount={money(order.totalMinor)}
      refunded={order.refundedMinor > 0n ? money(order.refundedMinor) : null}
      paidAt={order.paidAt}
      lines={[
        ...order.items.map((item) => ({
          name: nameIn(pay.lang(store), item.name),
          quantity: item.quantity,
          total: money(item.totalMinor),
        })),
        ...unusedLine(found, money, pay.lang(store)),
      ]}
      discount={
        order.discountMinor > 0n && found.unusedOf === null
          ? { off: money(order.discountMinor), code: order.discountCode }
          : null
      }
      handedOver={order.handedOverAt && { at: order.handedOverAt, note: order.handoverNote }}
      isUndone={found.state === "reversed" && paidBy?.isOutside === true}
      method={{ kind: paymentMethod, network: paidBy?.network?.displayName ?? null, phone: found.phone }}
      code={
        paidBy?.code
          ? {
              text: paidBy.code,
              of: paidBy.isNetworkCode && paidBy.network ? codeOwner(paidBy.network) : null,
              isSellers: paidBy.isOutside,
            }
          : null
      }
      isDirect={order.ownAccount !== null}
      order={order.number}
      invoice={invoice}
      period={found.period}
      sellerAddress={store.address}
      sellerTaxNumber={store.taxNumber}
      tax={
        order.taxLabel === null
          ? null
          : {
              label: order.taxLabel,
              rate: decimalText(BigInt(order.taxRatePpm), 4),
              amount: money(order.taxMinor),
              back: order.refundedMinor > 0n ? money(taxGoneBack(order)) : null,
            }
      }
      fiscalSystem={fiscal.length > 0 ? null : fiscalSystemOf(store.country)}
      fiscal={await Promise.all(fiscal.map((document) => fiscalShown(document, money)))}
      url={`${world.config.siteUrl}${pay.url.pathname}`}
      manage={
        found.subscriptionId === null
          ? null
          : { form: { action: pay.url.pathname, fields: { act: "manage" } }, isSent: sent === "manage" }
      }
      downloads={await downloadsOf(pay, found, token, sent === "download")}
    />,
  );
}
