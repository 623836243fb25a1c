import { ProductView } from "@/components/pay/shop-views";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readProductPage } from "@/lib/services/money/checkout/pages/read-shop";
import type { PayDesk } from "../../desk";
import { deskRoutes, type ReadField } from "../../pay-form";
import { productFactsOf } from "../../plan";
import { closed, nothing, type PayRequest, seeOther } from "../../respond";
import { previewOf, productShared } from "../../sharing";

const quantityMax = 999;
/** Kinds of which each buyer needs only one. */
const soldOnce = new Set(["digital", "course", "webinar", "bundle"]);

export const { GET, POST } = deskRoutes(deskOf);

/** What is sold here, or the page that says why nothing is. */
async function deskOf(pay: PayRequest, token: string, read: ReadField): Promise<PayDesk | Response> {
  const found = await readProductPage(systemWorld(), token);
  if (!found) return nothing(pay);
  const { store, product, picture } = found;
  if (product.interval) return seeOther(`/subscribe/${product.token}${pay.url.search}`);
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  if (product.status !== "active")
    return closed(pay, store, { kind: "not_on_sale", planName: product.name }, 200);
  if (found.isSoldOut) return closed(pay, store, { kind: "sold_out", planName: product.name }, 200);
  const isEmbedded = read("source") === "embed";
  const keep: Record<string, string> = isEmbedded ? { source: "embed" } : {};
  const page = pay.page(store, { test: false, keep });
  const priceMinor = product.salePriceMinor ?? product.priceMinor;
  return {
    id: `product/${product.id}`,
    store,
    page,
    currency: product.currency,
    priceMinor,
    shown: { price: String(priceMinor), item: product.name },
    reduces: { productId: product.id, renews: null },
    quantityMax: soldOnce.has(product.kind) ? null : quantityMax,
    email: "optional",
    name: true,
    delivery: product.asksPlace,
    fields: keep,
    address: `${pay.url.pathname}${isEmbedded ? "?source=embed" : ""}`,
    paymentFor: (read) => ({
      kind: "product",
      productId: product.id,
      quantity: Number(read("quantity") ?? "1"),
      delivery: { place: read("place"), contact: read("contact") },
      isEmbedded,
    }),
    view: (form) => (
      <ProductView
        page={page}
        product={productFactsOf(product, page.lang, picture)}
        form={form}
        preview={previewOf(productShared(store, product), page.lang)}
      />
    ),
  };
}
