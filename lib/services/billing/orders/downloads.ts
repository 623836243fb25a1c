import { Prisma } from "@/lib/db/client";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { downloadMs, downloadsMax, downloadsOf } from "@/lib/domain/download";
import { Invalid, say } from "@/lib/domain/refusal";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { reserveFor } from "@/lib/services/notify/messages/notify";
import { notifyDownload } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { auditOrder, lockOrder } from "./read";
import { storeOrder } from "./reduce";

/** What an order delivered, as its seller sees it: never a code itself. */
export interface OrderDownloads {
  items: {
    id: number;
    kind: "file" | "link" | "text" | "codes";
    name: string;
    taken: number;
    lastAt: Date | null;
    hasCode: boolean;
  }[];
  max: number;
  /** Null for what a subscription opens: it is open while access lasts. */
  until: Date | null;
  isOpen: boolean;
}

/** Null for an order that delivers nothing by itself. */
export async function readOrderDownloads(
  world: World,
  { storeId }: Caller,
  order: OrderRow,
): Promise<OrderDownloads | null> {
  const productIds = order.items.flatMap((item) =>
    item.delivers && item.productId !== null ? [item.productId] : [],
  );
  if (productIds.length === 0 || order.paidAt === null) return null;
  const { id: orderId, subscriptionId } = order;
  const rows = await world.db.deliverable.findMany({
    where: {
      ...{ storeId, productId: { in: productIds } },
      OR: [{ removedAt: null }, { codes: { some: { orderId } } }],
    },
    include: {
      file: { select: { bytes: true } },
      codes: { where: { orderId }, select: { id: true } },
      counts: { where: subscriptionId === null ? { orderId } : { subscriptionId } },
    },
    orderBy: [{ productId: "asc" }, { position: "asc" }, { id: "asc" }],
  });
  const from = order.downloadsFrom ?? order.paidAt;
  const until = subscriptionId === null ? new Date(from.getTime() + downloadMs) : null;
  return {
    items: rows.map(({ id, kind, name, file, codes, counts: [count] }) => ({
      ...{ id, kind, name, hasCode: codes.length > 0 },
      taken: file && count ? downloadsOf(count.sentBytes, file.bytes) : 0,
      lastAt: count?.lastAt ?? null,
    })),
    max: downloadsMax,
    until,
    isOpen: downloadUrlOf(world, order) !== null && (until === null || world.clock.now() < until),
  };
}

/** All downloads of an order are open again, as on the day of its payment. Throws NotFound, or Invalid on `form`. */
export const resetDownloads = verb(
  "order.handle",
  async (unit, seller: Seller, id: number): Promise<OrderRow> => {
    const order = await lockDelivered(unit, seller, id);
    const { storeId, subscriptionId } = order;
    await unit.tx.downloadCount.deleteMany({
      where: { storeId, ...(subscriptionId === null ? { orderId: id } : { subscriptionId }) },
    });
    await auditOrder(unit, seller, "downloads_reset", id);
    return storeOrder(unit, id, { downloadsFrom: unit.now });
  },
);

/**
 * Ends the link that the buyer has, and sends them another one. Throws NotFound, Invalid on `form`, or the Refusals of
 * `reserve`.
 */
export async function replaceDownloadLink(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return noteLimit(world, seller, () =>
    transact(world, async (unit) => {
      const order = await lockDelivered(unit, seller, id);
      await reserveFor(unit, seller.accountId, order.customer, "first");
      const updated = await storeOrder(unit, id, { downloadVersion: order.downloadVersion + 1 });
      await auditOrder(unit, seller, "download_link_replaced", id);
      await notifyDownload(unit, updated, `version/${updated.downloadVersion}`);
      return updated;
    }),
  );
}

/** Sends the link to the buyer's own phone or address, for whoever holds the receipt; once in ten minutes. */
export async function sendDownloadLink(world: World, order: { id: number; storeId: number }): Promise<void> {
  await transact(world, async (unit) => {
    const { id, storeId } = order;
    const found = await unit.tx.order.findFirst({ where: { id, storeId }, include: orderInclude });
    const slot = Math.floor(unit.now.getTime() / sendEveryMs);
    if (found) await notifyDownload(unit, found, `asked/${slot}`);
  });
}

const sendEveryMs = 10 * 60_000;

async function lockDelivered(unit: Unit, seller: Seller, id: number): Promise<OrderRow> {
  const order = await lockOrder(unit, seller, id);
  if (downloadUrlOf(unit.world, order) === null) throw new Invalid({ form: [say("order_delivers_nothing")] });
  return order;
}

/** Whom to bring an order to, and where. */
export interface Delivery {
  name: string;
  /** E.164. */
  phone: string;
  /** In the payer's words; may have several lines. */
  place: string;
}

/** Keeps it, sealed. What the payer said last counts. */
export function keepDelivery(
  unit: Unit,
  order: { id: number; storeId: number },
  { name, phone, place }: Delivery,
): void {
  const sealed = unit.world.secrets.seal(JSON.stringify({ name, phone, place }));
  unit.tx.$send(Prisma.sql`
    INSERT INTO order_deliveries (order_id, store_id, sealed, updated_at)
    VALUES (${order.id}, ${order.storeId}, ${sealed}, ${unit.now})
    ON CONFLICT (order_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`);
}

/** Those of these orders that have one, by the order's id. Orders are live only. */
export async function readDeliveries(
  world: World,
  { storeId, livemode }: Pick<Caller, "storeId" | "livemode">,
  ids: readonly number[],
): Promise<Map<number, Delivery>> {
  if (!livemode || ids.length === 0) return new Map();
  const rows = await world.db.orderDelivery.findMany({ where: { storeId, orderId: { in: [...ids] } } });
  // Safe: only `keepDelivery` seals them.
  return new Map(
    rows.map(({ orderId, sealed }) => [orderId, JSON.parse(world.secrets.open(sealed)) as Delivery]),
  );
}
