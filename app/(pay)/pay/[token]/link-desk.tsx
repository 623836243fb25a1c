import { LinkView } from "@/components/pay/link-view";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { linkShown } from "@/lib/services/money/checkout/shown";
import type { PayDesk } from "../../desk";
import type { PayRequest } from "../../respond";
import { linkShared, previewOf } from "../../sharing/shared";
import { amountChoice, linkFactsOf } from "./link-facts";

/** The form of one payment link, and the page around it. */
export function linkDesk(pay: PayRequest, { store, link }: LinkPage): PayDesk {
  const page = pay.page(store, { test: false });
  const isFixed = link.amountType === "fixed";
  return {
    id: `link/${link.id}`,
    store,
    page,
    currency: link.currency,
    priceMinor: isFixed ? link.amountMinor : null,
    shown: linkShown(link),
    ...(isFixed ? { reduces: { productId: null, renews: null } } : {}),
    amount: isFixed ? null : amountChoice(link),
    question: link.customQuestion,
    email: link.collectEmail ? "required" : "no",
    paymentFor: (read) => ({
      kind: "payment_link",
      linkId: link.id,
      amount: isFixed ? null : (read("amount") ?? ""),
      answer: read("answer"),
    }),
    view: (form) => (
      <LinkView
        page={page}
        link={linkFactsOf(link, page.lang)}
        form={form}
        preview={previewOf(linkShared({ store, link }), page.lang)}
      />
    ),
  };
}
