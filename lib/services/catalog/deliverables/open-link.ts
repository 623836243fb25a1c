import { type OrderRow, orderInclude, type StoreRow } from "@/lib/db/rows";
import { type DownloadOver, downloadMs } from "@/lib/domain/download";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import { type DownloadSubject, isDownloadToken, subjectOfToken } from "@/lib/services/core/download-token";
import type { World } from "@/lib/services/core/world";

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
