import { priceInWords, wordsOf } from "@/components/pay/parts";
import { type StoreItem, StoreView } from "@/components/pay/shop-views";
import type { Language } from "@/lib/domain/languages";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readStorePage, type StorePage } from "@/lib/services/money/checkout/pages/read-shop";
import { ownPicture } from "../../drawn";
import { planOf, productFactsOf } from "../../plan";
import { closed, nothing, payRoute, show } from "../../respond";
import { previewOf, storeShared } from "../../sharing";

/** The store's own page. It names no payer and changes nothing. */
export const GET = payRoute<{ slug: string }>(async (pay, { slug }) => {
  const number = pageNumber(pay.url.searchParams.get("page"));
  const found = await readStorePage(systemWorld(), slug, number);
  if (!found) return nothing(pay);
  const { store, products, hasMore } = found;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  const keep: Record<string, string> = number > 1 ? { page: String(number) } : {};
  const page = pay.page(store, { test: false, keep });
  const path = `/store/${store.slug}`;
  return show(
    pay,
    <StoreView
      page={page}
      description={number > 1 ? null : store.description}
      items={products.map((product) => itemOf(product, page.lang))}
      newerHref={number > 1 ? (number > 2 ? `${path}?page=${number - 1}` : path) : null}
      olderHref={hasMore ? `${path}?page=${number + 1}` : null}
      preview={previewOf(storeShared(store), page.lang)}
    />,
  );
});

/** Anything odd is the first page. */
function pageNumber(asked: string | null): number {
  return asked !== null && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
}

const textMax = 90;

function itemOf(product: StorePage["products"][number], lang: Language): StoreItem {
  const words = wordsOf(lang);
  const { name, description, price, wasPrice } = productFactsOf(product, lang);
  const plan = planOf(product, lang);
  const picture = ownPicture(product.imageUrl);
  return {
    name,
    text: description && shortened(description),
    kind: words.text(`kind_${product.kind}`),
    price: plan ? priceInWords(words, plan) : price,
    wasPrice,
    picture: picture && `${picture}/small`,
    href: `/${plan ? "subscribe" : "product"}/${product.token}`,
  };
}

/** Whole characters, and no line breaks: the product's own page says it all. */
function shortened(text: string): string {
  const letters = [...text.replace(/\s+/g, " ")];
  return letters.length <= textMax ? letters.join("") : `${letters.slice(0, textMax).join("").trimEnd()}…`;
}
