import { type OrderRow, orderInclude, type StoreRow } from "@/lib/db/rows";
import { isOpen } from "@/lib/domain/attempt";
import { maskedPhone } from "@/lib/providers/phone";
import { type PaidBy, paidByOf, payingAttempt } from "@/lib/services/billing/orders/read";
import { isReduced } from "@/lib/services/billing/orders/reduce";
import type { World } from "@/lib/services/core/world";
import { isBrowserOf } from "../browser";

/** What a receipt shows. */
export interface Receipt {
  store: StoreRow;
  order: OrderRow;
  state: "paid" | "refunded" | "partially_refunded" | "reversed" | "unpaid";
  /** An open payment of this order that this browser began, while the order is unpaid. */
  openToken: string | null;
  paidBy: PaidBy | null;
  /** With its middle hidden. */
  phone: string | null;
  /** The number of the invoice that it pays. */
  invoice: string | null;
  /** The time of a subscription that it paid for. */
  period: { startsAt: Date; endsAt: Date } | null;
  /** The plan whose unused time is what was taken off the price; null where it is not that alone. */
  unusedOf: string | null;
  /** Whether this browser paid it. */
  isOwn: boolean;
  /** The subscription it pays for. Its manage link is never here, because people forward receipts. */
  subscriptionId: string | null;
}

/** The receipt of an order by the token in its address; null when the token is unknown. Only live orders have one. */
export async function readReceipt(
  world: World,
  token: string,
  browser: string | null,
): Promise<Receipt | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const found = await world.db.order.findUnique({
    where: { receiptToken: token },
    include: {
      ...orderInclude,
      store: true,
      invoice: { select: { number: true } },
      attempts: { orderBy: { createdAt: "desc" } },
      period: { select: { startsAt: true, endsAt: true } },
      change: { select: { fromProduct: { select: { name: true } } } },
    },
  });
  if (!found) return null;
  const { store, invoice, attempts, period, change, ...order } = found;
  const shown = payingAttempt(attempts);
  const open = attempts.find((attempt) => isOpen(attempt.status) && isBrowserOf(world, attempt, browser));
  const state = stateOf(order.paymentStatus, shown?.status === "reversed");
  const isLess = shown !== undefined && isReduced(order, shown);
  return {
    store,
    order: isLess ? { ...order, discountCode: null } : order,
    state,
    openToken: state === "unpaid" ? (open?.token ?? null) : null,
    paidBy: shown ? paidByOf(shown) : null,
    phone: shown?.phoneSealed ? maskedPhone(world.secrets.open(shown.phoneSealed)) : null,
    invoice: invoice?.number ?? null,
    period,
    unusedOf: order.discountMinor > 0n && !isLess ? (change?.fromProduct.name ?? null) : null,
    isOwn: attempts.some((attempt) => isBrowserOf(world, attempt, browser)),
    subscriptionId: order.subscriptionId,
  };
}

function stateOf(status: OrderRow["paymentStatus"], isReversed: boolean): Receipt["state"] {
  if (isReversed) return "reversed";
  switch (status) {
    case "paid":
    case "refunded":
    case "partially_refunded":
      return status;
    case "pending":
    case "failed":
    case "expired":
      return "unpaid";
  }
}
