import { type OrderRow, orderInclude, type StoreRow } from "@/lib/db/rows";
import {
  allowedBytes,
  type ByteRange,
  type DownloadOver,
  downloadMs,
  downloadsMax,
  downloadsOf,
} from "@/lib/domain/download";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import {
  type DownloadSubject,
  downloadUrlOf,
  isDownloadToken,
  subjectOfToken,
} from "@/lib/services/core/download-token";
import type { World } from "@/lib/services/core/world";
import { chunkBytes } from "./upload";

/** What a link to downloads leads to. */
export interface OpenedLink {
  store: StoreRow;
  /** Whose bytes are counted. */
  counts: { orderId: number } | { subscriptionId: string };
  livemode: boolean;
  productIds: number[];
  /** What was bought: the names of the lines, or the plan. */
  names: string[];
  order: OrderRow | null;
  /** Why it opens nothing now. */
  over: DownloadOver;
  /** When it closes; null where nobody knows: a subscription may be renewed. */
  until: Date | null;
}

/** What a token in an address opens; null for one that was never given out, or was replaced. */
export async function openLink(world: World, token: string): Promise<OpenedLink | null> {
  const subject = subjectOfToken(token);
  if (!subject) return null;
  return subject.kind === "order"
    ? openOrder(world, subject.id, token)
    : openSubscription(world, subject.id, (version) => isOurs(world, { ...subject, version }, token));
}

function isOurs(world: World, subject: DownloadSubject, token: string): boolean {
  return isDownloadToken(world, subject, token);
}

async function openOrder(world: World, id: number, token: string): Promise<OpenedLink | null> {
  const found = await world.db.order.findUnique({ where: { id }, include: { ...orderInclude, store: true } });
  if (!found || !isOurs(world, { kind: "order", id, version: found.downloadVersion }, token)) return null;
  const { store, ...order } = found;
  const bought = order.items.filter(({ delivers }) => delivers);
  const productIds = bought.flatMap(({ productId }) => (productId === null ? [] : [productId]));
  const names = bought.map(({ name }) => name);
  const until = untilOf(order);
  const over = overOf(order, store, until, world.clock.now());
  // What a subscription opens is open while its access lasts, and counted in one place for all of its payments.
  const { subscriptionId } = order;
  if (subscriptionId !== null && (over === null || over === "late")) {
    const whole = await openSubscription(world, subscriptionId, () => true);
    return whole && { ...whole, order };
  }
  return { store, counts: { orderId: id }, livemode: true, productIds, names, order, over, until };
}

function untilOf({ downloadsFrom, paidAt }: OrderRow): Date | null {
  const from = downloadsFrom ?? paidAt;
  return from && new Date(from.getTime() + downloadMs);
}

function overOf(order: OrderRow, store: StoreRow, until: Date | null, now: Date): DownloadOver {
  if (order.paymentStatus === "refunded" || order.takenBackAt) return "refunded";
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  if (!isPaid || until === null || order.orderStatus === "cancelled") return "cancelled";
  if (store.status === "suspended") return "suspended";
  return now >= until ? "late" : null;
}

async function openSubscription(
  world: World,
  id: string,
  isOursAt: (version: number) => boolean,
): Promise<OpenedLink | null> {
  const found = await world.db.subscription.findUnique({
    where: { id },
    include: { product: { select: { id: true, name: true } }, store: true },
  });
  if (!found || !isOursAt(found.manageVersion)) return null;
  const { store, product, livemode } = found;
  const now = world.clock.now();
  const isOpen = hasAccess(found, now);
  return {
    ...{ store, livemode, counts: { subscriptionId: id }, productIds: [product.id], names: [product.name] },
    order: null,
    over: !isOpen ? "ended" : store.status === "suspended" ? "suspended" : null,
    until: isOpen ? accessEndsAt(found) : null,
  };
}

/** One thing on a buyer's page. */
interface Delivered {
  id: number;
  kind: "file" | "link" | "text" | "codes";
  name: string;
  /** A link's address, a text, or this buyer's code. Null of a file, and of a code that is still to come. */
  content: string | null;
  file: { type: string; bytes: bigint; downloadsLeft: number } | null;
}

interface DownloadPage extends OpenedLink {
  /** Empty where the link opens nothing. */
  items: Delivered[];
}

/** A buyer's page by the token in its address; null when the token is unknown. Reading it counts nothing. */
export async function readDownloadPage(world: World, token: string): Promise<DownloadPage | null> {
  const link = await openLink(world, token);
  if (!link) return null;
  return { ...link, items: link.over === null ? await itemsOf(world, link) : [] };
}

/** What an order opens, for pages of the browser that paid it: the items may be none. Of a subscription its own page shows them. */
export async function readBought(
  world: World,
  order: OrderRow,
): Promise<{ path: string; items: Delivered[] } | null> {
  const url = order.subscriptionId === null ? downloadUrlOf(world, order) : null;
  if (!url) return null;
  const path = new URL(url).pathname;
  const found = await readDownloadPage(world, path.slice(path.lastIndexOf("/") + 1));
  return { path, items: found?.items ?? [] };
}

async function itemsOf(world: World, link: OpenedLink): Promise<Delivered[]> {
  const orderId = "orderId" in link.counts ? link.counts.orderId : -1;
  const rows = await world.db.deliverable.findMany({
    where: {
      ...{ storeId: link.store.id, productId: { in: link.productIds } },
      OR: [{ removedAt: null }, { codes: { some: { orderId } } }],
    },
    include: {
      file: { select: { type: true, bytes: true } },
      codes: { where: { orderId }, select: { sealed: true } },
      counts: { where: link.counts },
    },
    orderBy: [{ productId: "asc" }, { position: "asc" }, { id: "asc" }],
  });
  const now = world.clock.now().getTime();
  return rows.map(({ id, kind, name, content, file, codes, counts }) => {
    const [code] = codes;
    const [count] = counts;
    const isOld =
      !("orderId" in link.counts) && count !== undefined && count.firstAt.getTime() + downloadMs <= now;
    const taken = file && count && !isOld ? downloadsOf(count.sentBytes, file.bytes) : 0;
    return {
      ...{ id, kind, name },
      content: code ? world.secrets.open(code.sealed) : content,
      file: file && { ...file, downloadsLeft: Math.max(0, downloadsMax - taken) },
    };
  });
}

/** A file that a link opens. */
export interface Download {
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  fileId: number;
  deliverableId: number;
  link: OpenedLink;
}

/** A file by its link and its number. Null when there is no such link or file; `over` where the link opens nothing. */
export async function findDownload(
  world: World,
  token: string,
  deliverableId: number,
): Promise<Download | { over: NonNullable<OpenedLink["over"]> } | null> {
  const link = await openLink(world, token);
  if (!link) return null;
  if (link.over !== null) return { over: link.over };
  const found = await world.db.deliverable.findFirst({
    where: {
      ...{ id: deliverableId, storeId: link.store.id, productId: { in: link.productIds } },
      ...{ kind: "file", removedAt: null },
    },
    include: { file: true },
  });
  if (!found?.file?.sha256) return null;
  const { type, bytes, sha256, id: fileId } = found.file;
  return {
    ...{ name: found.name, type, bytes: Number(bytes), fileId, deliverableId, link },
    sha256: Buffer.from(sha256).toString("hex"),
  };
}

/**
 * Counts these bytes before the first of them goes out; false when the buyer has had all that they may. Requests that
 * come at once are counted one after the other.
 */
export async function countBytes(
  world: World,
  { link, deliverableId, bytes }: Download,
  count: number,
): Promise<boolean> {
  const { store, livemode, counts } = link;
  const now = world.clock.now();
  const isOrder = "orderId" in counts;
  const { rowCount } = await world.pool.query(
    `INSERT INTO download_counts AS c (store_id, livemode, deliverable_id, order_id, subscription_id, sent_bytes,
       first_at, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (${isOrder ? "order_id" : "subscription_id"}, deliverable_id) DO UPDATE SET
       sent_bytes = CASE WHEN ${startsAnew} THEN 0 ELSE c.sent_bytes END + excluded.sent_bytes,
       first_at = CASE WHEN ${startsAnew} THEN excluded.first_at ELSE c.first_at END,
       last_at = excluded.last_at
     WHERE c.sent_bytes < $8 OR ${startsAnew}`,
    [
      ...[store.id, livemode, deliverableId],
      ...(isOrder ? [counts.orderId, null] : [null, counts.subscriptionId]),
      ...[count, now, allowedBytes(BigInt(bytes)), new Date(now.getTime() - downloadMs)],
    ],
  );
  return rowCount === 1;
}

/** A subscription may last for years: its downloads are counted anew after the days of an order's. */
const startsAnew = "(c.subscription_id IS NOT NULL AND c.first_at <= $9)";

/** Takes back what was counted and did not go out, because the line broke. */
export async function uncountBytes(
  world: World,
  { link, deliverableId }: Download,
  count: number,
): Promise<void> {
  if (count <= 0) return;
  await world.db.downloadCount.updateMany({
    where: { ...link.counts, deliverableId, storeId: link.store.id, sentBytes: { gte: count } },
    data: { sentBytes: { decrement: count } },
  });
}

/**
 * How much of a file is read at once. The database sends bytes as text of twice their length: 64 KB are one read of the
 * line and young in the engine's eyes, so they are collected at once. Larger ones are not, and the process grows.
 */
const readAtOnce = 32 * 1024;

/** The bytes of a part of a file, read piece by piece as they are asked for. Ends early where the file was replaced. */
export async function* readBytes(
  world: World,
  fileId: number,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let at = first; at <= last; ) {
    const position = Math.floor(at / chunkBytes);
    const start = at - position * chunkBytes;
    const count = Math.min(readAtOnce, chunkBytes - start, last - at + 1);
    const { rows } = await world.pool.query<{ bytes: Buffer }>(
      "SELECT substring(bytes FROM $3 FOR $4) AS bytes FROM file_chunks WHERE file_id = $1 AND position = $2",
      [fileId, position, start + 1, count],
    );
    if (rows[0]?.bytes.byteLength !== count) throw new Error("A file was replaced while it was read.");
    at += count;
    yield rows[0].bytes;
  }
}
