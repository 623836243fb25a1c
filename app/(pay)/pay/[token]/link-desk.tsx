import { LinkView } from "@/components/pay/link-view";
import type { LinkTerms } from "@/lib/resources/payment-link";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { linkShown } from "@/lib/services/money/checkout/shown";
import type { PayDesk } from "../../desk";
import { showPayForm } from "../../pay-form";
import { amountChoice, linkFactsOf } from "../../plan";
import type { PayRequest } from "../../respond";
import { linkShared, previewOf } from "../../sharing";

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
    // Who pays at a till answers nothing, and tells no e-mail.
    ...(link.id === 0 || link.customQuestion !== null || link.collectEmail
      ? {}
      : { till: { kind: "link" as const, id: link.id } }),
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

/** The page of a link that does not exist yet. */
export async function framedLink(
  pay: PayRequest,
  store: Parameters<typeof linkDesk>[1]["store"],
  terms: LinkTerms,
  now: Date,
): Promise<Response> {
  const link = {
    ...terms,
    ...{ id: 0, storeId: store.id, token: "preview", currency: store.currency },
    ...{ slotsReserved: 0, paymentsCount: 0, totalPaidMinor: 0n, eventSequence: 0 },
    ...{ deletedAt: null, createdAt: now, updatedAt: now },
  };
  return framed(await showPayForm(pay, linkDesk(pay, { store, link })));
}

/**
 * A page that only the dashboard may show in a frame, as a preview. The frame runs no scripts, and browsers report each
 * blocked script, so the optional script is left out.
 */
export async function framed(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const page = (await response.text()).replace(/<script [^>]*><\/script>/, "");
  return new Response(page, { status: response.status, headers });
}
