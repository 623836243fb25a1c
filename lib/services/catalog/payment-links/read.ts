import { type OrderRow, orderInclude, type PaymentLinkRow, type StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";

/** One link of the caller's store. Throws NotFound for deleted and missing ones and those of other stores. */
export async function readPaymentLink(world: World, caller: Caller, id: number): Promise<PaymentLinkRow> {
  const row = await world.db.paymentLink.findFirst({
    where: { id, storeId: caller.storeId, deletedAt: null },
  });
  if (!row) throw new NotFound();
  return row;
}

export interface LinkPage {
  store: StoreRow;
  /** Also a deleted one: its page says so. */
  link: PaymentLinkRow;
}

/** The data of the page at `/pay/<token>`. Null for an unknown token. */
export async function readLinkPage(world: World, token: string): Promise<LinkPage | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const found = await world.db.paymentLink.findUnique({ where: { token }, include: { store: true } });
  if (!found) return null;
  const { store, ...link } = found;
  return { store, link };
}

/** The newest payments of one link or invoice, including refunded ones, at most 50. */
export function recentPayments(
  world: World,
  caller: Caller,
  of: { paymentLinkId: number } | { invoiceId: number },
): Promise<OrderRow[]> {
  return world.db.order.findMany({
    where: { storeId: caller.storeId, ...of, paidAt: { not: null } },
    include: orderInclude,
    orderBy: [{ paidAt: "desc" }, { id: "desc" }],
    take: 50,
  });
}
