import { wordsOf } from "@/components/pay/messages/words";
import { priceInWords } from "@/components/pay/parts";
import type { Preview } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { readLinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { readProductPage, readStoreBySlug } from "@/lib/services/money/checkout/pages/read-shop";
import { linkFactsOf } from "../pay/[token]/link-facts";
import { planOf, productFactsOf } from "../plan";

type StoreRow = ManagePage["store"];
type ProductRow = ManagePage["product"];

/** A public page that its seller gives out: what chats, its picture and its poster say about it. */
export interface Shared {
  store: StoreRow;
  path: string;
  /** What its poster says under the code. */
  scanKey: "posterScan" | "posterScanStore";
  say(lang: Language): Said;
}

export interface Said {
  /** The line over the title of the picture. */
  above: string;
  title: string;
  /** Null where the page has no price of its own. */
  price: string | null;
  preview: Pick<Preview, "title" | "text">;
}

export type FindShared = (token: string) => Promise<Shared | null>;

export function linkShared({ store, link }: NonNullable<Awaited<ReturnType<typeof readLinkPage>>>): Shared {
  const say = (lang: Language): Said => {
    const above = wordsOf(lang).text("linkShareTitle", { seller: store.name });
    const { title, amount: price } = linkFactsOf(link, lang);
    return { above, title, price, preview: { title: above, text: price ? `${title}. ${price}` : title } };
  };
  return { store, path: `/pay/${link.token}`, scanKey: "posterScan", say };
}

/** A plan, or a product that is bought once. */
export function productShared(store: StoreRow, product: ProductRow): Shared {
  const say = (lang: Language): Said => {
    const { name, description, price: once } = productFactsOf(product, lang);
    const plan = planOf(product, lang);
    const price = plan ? priceInWords(wordsOf(lang), plan) : once;
    const text = description ? `${price}. ${description}` : price;
    return { above: store.name, title: name, price, preview: { title: `${name} · ${store.name}`, text } };
  };
  const page = product.interval ? "subscribe" : "product";
  return { store, path: `/${page}/${product.token}`, scanKey: "posterScan", say };
}

export function storeShared(store: StoreRow): Shared {
  const say = (lang: Language): Said => {
    const above = wordsOf(lang).text("onSale");
    const { name } = store;
    return { above, title: name, price: null, preview: { title: name, text: store.description || above } };
  };
  return { store, path: `/store/${store.slug}`, scanKey: "posterScanStore", say };
}

export const findLink: FindShared = async (token) => {
  const found = await readLinkPage(systemWorld(), token);
  return found && !found.link.deletedAt ? linkShared(found) : null;
};

/** By the token of either page: a plan has no product page, but its pictures are the same. */
export const findProduct: FindShared = async (token) => {
  const found = await readProductPage(systemWorld(), token);
  return found && productShared(found.store, found.product);
};

export const findStore: FindShared = async (slug) => {
  const store = await readStoreBySlug(systemWorld(), slug);
  return store && storeShared(store);
};

/** The preview of a shared page in a chat, and the address of its picture. */
export function previewOf(shared: Shared, lang: Language): Preview {
  const url = systemWorld().config.siteUrl + shared.path;
  return { ...shared.say(lang).preview, url, image: `${url}/card.png` };
}
