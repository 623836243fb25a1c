import { allowedBytes, type ByteRange, downloadMs, downloadsMax, downloadsOf } from "@/lib/domain/download";
import type { World } from "@/lib/services/core/world";
import { type OpenedLink, openLink } from "./open-link";
import { chunkBytes } from "./stored";

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
