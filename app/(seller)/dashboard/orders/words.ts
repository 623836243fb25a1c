import type { StatusTone } from "@/components/ui/status-mark";
import type { OrderRow } from "@/lib/services/orders/read";

export const paymentTones: Record<OrderRow["paymentStatus"], StatusTone> = {
  pending: "warn",
  paid: "ok",
  failed: "bad",
  expired: "ended",
  partially_refunded: "warn",
  refunded: "ended",
};

export const paymentWords: Record<OrderRow["paymentStatus"], { tone: StatusTone; word: string }> = {
  pending: { tone: "warn", word: "Waiting" },
  paid: { tone: "ok", word: "Paid" },
  failed: { tone: "bad", word: "Not paid" },
  expired: { tone: "ended", word: "Expired" },
  partially_refunded: { tone: "warn", word: "Partly refunded" },
  refunded: { tone: "ended", word: "Refunded" },
};

export const orderWords: Record<OrderRow["orderStatus"], string> = {
  pending: "Waits for payment",
  processing: "To be handed over",
  completed: "Completed",
  cancelled: "Cancelled",
};

export const fulfillmentWords: Record<OrderRow["fulfillmentStatus"], string> = {
  unfulfilled: "Not handed over",
  partially_fulfilled: "Partly handed over",
  fulfilled: "Handed over",
  not_required: "Nothing to hand over",
};

export const methodWords: Record<OrderRow["paymentMethod"], string> = {
  mobile_money: "Mobile money",
  card: "Card",
  bank: "Bank",
  cash: "Cash",
  free: "Free",
};

export const sourceWords: Record<OrderRow["source"], string> = {
  storefront: "Product page",
  funnel: "Funnel",
  embed: "Embed",
  payment_link: "Payment link",
  invoice: "Invoice",
  subscription: "Subscription",
  api: "API",
  manual: "By hand",
  import: "Import",
};

/** What was bought: the one thing, or how many. */
export function goodsOf(order: OrderRow): string {
  const [first, ...others] = order.items;
  if (!first) return order.shortNumber;
  const what = first.quantity > 1 ? `${first.quantity} × ${first.name}` : first.name;
  return others.length > 0 ? `${what} and ${others.length} more` : what;
}

/** "3 minutes", "5 hours", "2 days". */
export function ageOf(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
  const count = (number: number, unit: string) => `${number} ${number === 1 ? unit : `${unit}s`}`;
  if (minutes < 60) return count(minutes, "minute");
  return minutes < 48 * 60
    ? count(Math.floor(minutes / 60), "hour")
    : count(Math.floor(minutes / 1440), "day");
}
