import { priceInWords, wordsOf } from "@/components/pay/parts";
import { sellerColours } from "@/components/pay/pay-css";
import { PosterView } from "@/components/pay/shop-views";
import type { Preview } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { readOwnImage } from "@/lib/services/catalog/images/pictures";
import { cardText, drawCard, drawQr } from "@/lib/services/catalog/payment-links/pictures";
import { readLinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { readProductPage, readStoreBySlug } from "@/lib/services/money/checkout/pages/read-shop";
import { dialOfLink, readDial } from "@/lib/services/money/ussd/settings";
import { drawnResponse } from "./drawn";
import { linkFactsOf, planOf, productFactsOf } from "./plan";
import { nothing, type PayRequest, payRoute, show } from "./respond";

type StoreRow = ManagePage["store"];

/** A public page that its seller gives out: what chats, its picture and its poster say about it. */
export interface Shared {
  store: StoreRow;
  path: string;
  /** What its poster says under the code. */
  scanKey: "posterScan" | "posterScanStore";
  /** What leads there from a phone without internet, as its seller's page says; null where nothing does. */
  dial?: () => Promise<string | null>;
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
  const dial = () => dialOfLink(systemWorld(), store.id, link);
  return { store, path: `/pay/${link.token}`, scanKey: "posterScan", dial, say };
}

/** A plan, or a product that is bought once. */
export function productShared(store: StoreRow, product: ManagePage["product"]): Shared {
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
  const dial = async () => (await readDial(systemWorld(), store.id))?.dial ?? null;
  return { store, path: `/store/${store.slug}`, scanKey: "posterScanStore", dial, say };
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

/** What its seller gives out with a public page: its picture in chats, its QR code, a poster. 404 where there is none. */
export function shareRoute(find: FindShared) {
  return payRoute<Record<string, string>>(async (pay, { token, slug, share = "" }) => {
    const answer = Object.hasOwn(answers, share) ? answers[share] : undefined;
    const shared = answer && (await find(token ?? slug ?? ""));
    if (shared) return answer(pay, shared);
    return share === "poster" ? nothing(pay) : new Response(null, { status: 404 });
  });
}

const answers: Record<string, (pay: PayRequest, shared: Shared) => Response | Promise<Response>> = {
  "card.png": card,
  "qr.svg": (pay, shared) => qr(pay, shared, "svg"),
  "qr.png": (pay, shared) => qr(pay, shared, "png"),
  poster,
};

/** The picture that chats show: 1200×630, of a few KB. */
function card(pay: PayRequest, { store, say }: Shared): Promise<Response> {
  const world = systemWorld();
  const { above, title, price } = say(pay.lang(store));
  const drawn = {
    seller: cardText(above, 60),
    title: cardText(title, 70),
    amount: price ?? "",
    host: cardText(new URL(world.config.siteUrl).host, 40),
    brand: sellerColours(store.brandColour)?.back ?? "#14532D",
  };
  return picture(pay, "image/png", ["card", drawn, store.logoUrl], async () =>
    drawCard({ ...drawn, logo: (await readOwnImage(world, store.logoUrl))?.bytes ?? null }),
  );
}

function qr(pay: PayRequest, { path }: Shared, format: "svg" | "png"): Promise<Response> {
  const url = systemWorld().config.siteUrl + path;
  const type = format === "svg" ? "image/svg+xml" : "image/png";
  return picture(pay, type, ["qr", url], () => drawQr(url, format));
}

/** A picture that is drawn once for its facts. */
export function picture(
  { request }: PayRequest,
  type: "image/svg+xml" | "image/png",
  facts: unknown,
  draw: () => Promise<string | Uint8Array>,
): Promise<Response> {
  const headers = {
    "Content-Type": type,
    "Cache-Control": "public, max-age=3600",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  return drawnResponse(request, type, facts, headers, async () => {
    const drawn = await draw();
    return typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
  });
}

/** The page as an A4 page to print. It holds nothing that the page itself does not show. */
async function poster(pay: PayRequest, { store, path, scanKey, dial, say }: Shared): Promise<Response> {
  const { title, price } = say(pay.lang(store));
  const scan = wordsOf(pay.lang(store)).text(scanKey);
  const url = systemWorld().config.siteUrl + path;
  const facts = { title, price, scan, url, dial: (await dial?.()) ?? null };
  return show(pay, <PosterView page={pay.page(store, { test: false })} {...facts} />);
}
