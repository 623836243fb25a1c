import { type ProductRow, type StoreRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { isSoldOut } from "@/lib/services/catalog/deliverables/read";
import { type PictureSize, readPictureSize } from "@/lib/services/catalog/images/pictures";
import { isManageToken } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";
import { isBrowserOf } from "../browser";

/** So many are light enough for a slow network. */
export const productsPerPage = 20;

export interface StorePage {
  store: StoreRow;
  /** What is on sale, newest first, of one page of the list. */
  products: ProductRow[];
  hasMore: boolean;
}

/** The store's own page by its slug. Null when there is no such store. */
export async function readStorePage(world: World, slug: string, page = 1): Promise<StorePage | null> {
  const store = await readStoreBySlug(world, slug);
  if (!store) return null;
  const products = await world.db.product.findMany({
    where: { storeId: store.id, status: "active" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: (page - 1) * productsPerPage,
    take: productsPerPage + 1,
  });
  return { store, products: products.slice(0, productsPerPage), hasMore: products.length > productsPerPage };
}

const tableMax = 25;

/** What a price table on a seller's own site shows; null when there is no such store. */
export async function readPriceTable(world: World, slug: string): Promise<Omit<StorePage, "hasMore"> | null> {
  const store = await readStoreBySlug(world, slug);
  if (!store) return null;
  if (store.status === "suspended") return { store, products: [] };
  const products = await world.db.product.findMany({
    where: { storeId: store.id, status: "active" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: tableMax,
  });
  return { store, products };
}

/** Null when there is no such store. */
export async function readStoreBySlug(world: World, slug: string): Promise<StoreRow | null> {
  return /^[0-9a-z-]{1,100}$/.test(slug) ? world.db.store.findUnique({ where: { slug } }) : null;
}

/**
 * A product by the token in its address; null when the token is unknown, or the product is a draft, which was never on
 * sale.
 */
export async function readProductPage(
  world: World,
  token: string,
): Promise<{ store: StoreRow; product: ProductRow; picture: PictureSize | null; isSoldOut: boolean } | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.product.findUnique({ where: { token }, include: { store: true } });
  if (!found || found.status === "draft") return null;
  const { store, ...product } = found;
  const [picture, soldOut] = await Promise.all([
    readPictureSize(world, product.imageUrl),
    isSoldOut(world.db, product),
  ]);
  return { store, product, picture, isSoldOut: soldOut };
}

export interface SubscribePage {
  store: StoreRow;
  product: ProductRow;
  picture: PictureSize | null;
  /**
   * This user's subscription to this product in this mode, or null. Also null for a browser that has not proven that it
   * may see it, because a ref or an e-mail in an address proves nothing.
   */
  current: SubscriptionRow | null;
  /**
   * The hosts of the test endpoints that will get its webhooks; only the hosts, because full addresses can contain
   * secrets. Empty in live mode.
   */
  endpoints: string[];
}

/** A browser's proof that a subscription is its own. */
export interface SubscriberProof {
  browser: string | null;
  /** The attempt that it began on this page. */
  attempt: string | null;
  /** The manage token of the test subscription that it began on this page. */
  manage: string | null;
}

/** All that a subscribe page shows, by the token in its address. Null when the token is unknown. */
export async function readSubscribePage(
  world: World,
  token: string,
  payer: { livemode: boolean; ref: string | null; email: string | null },
  proof: SubscriberProof,
): Promise<SubscribePage | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.product.findUnique({ where: { token }, include: { store: true } });
  if (!found?.interval) return null;
  const { store, ...product } = found;
  const scope = { storeId: store.id, livemode: payer.livemode };
  const [picture, current, endpoints] = await Promise.all([
    readPictureSize(world, product.imageUrl),
    findCurrent(world, { ...scope, productId: product.id }, payer, proof),
    payer.livemode
      ? []
      : world.db.webhookEndpoint.findMany({
          where: { ...scope, deletedAt: null, disabledAt: null },
          select: { url: true },
        }),
  ]);
  const hosts = endpoints.map((endpoint) => new URL(endpoint.url).host);
  return { store, product, picture, current, endpoints: [...new Set(hosts)] };
}

async function findCurrent(
  world: World,
  scope: { storeId: number; livemode: boolean; productId: number },
  payer: { ref: string | null; email: string | null },
  proof: SubscriberProof,
): Promise<SubscriptionRow | null> {
  if (payer.ref === null && payer.email === null) return null;
  if (proof.manage === null && (proof.browser === null || proof.attempt === null)) return null;
  const found = await world.db.subscription.findFirst({
    where: {
      ...scope,
      ref: payer.ref,
      ...(payer.ref === null && payer.email !== null ? { customer: { email: payer.email } } : {}),
    },
    orderBy: { createdAt: "desc" },
    include: subscriptionInclude,
  });
  return found && (await isTheirs(world, found, proof)) ? found : null;
}

/**
 * True for the browser that began a live subscription by paying for it, and for the one that began a test subscription.
 */
async function isTheirs(
  world: World,
  row: SubscriptionRow & { manageVersion: number },
  { browser, attempt, manage }: SubscriberProof,
): Promise<boolean> {
  if (manage !== null && isManageToken(world, row, manage)) return true;
  if (attempt === null) return false;
  const began = await world.db.paymentAttempt.findUnique({
    where: { token: attempt },
    select: { browserHash: true, period: { select: { number: true, subscriptionId: true } } },
  });
  const { period } = began ?? {};
  if (!began || period?.subscriptionId !== row.id || period.number !== 1) return false;
  return isBrowserOf(world, began, browser);
}
