import { notFound } from "next/navigation";
import { cache } from "react";
import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { codeOwner } from "@/lib/domain/network";
import { may } from "@/lib/domain/roles";
import { type OrderRow, type PaidBy, readOrder } from "@/lib/services/billing/orders/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../act-page";
import { orderPath } from "../paths";

/** The order of the address, which is its id or its number. */
export const findOrder = cache(async (seller: CurrentSeller, address: string): Promise<OrderRow> => {
  const isId = /^[1-9]\d{0,8}$/.test(address);
  if (!isId && !/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(address)) notFound();
  return found(readOrder(systemWorld(), seller.caller(true), isId ? Number(address) : address));
});

export function mayMoveMoney(seller: CurrentSeller): boolean {
  return may(seller.role, "refund.request");
}

/** How money that no rail sends back is given back. */
export function byHandKey({ ownAccount }: OrderRow) {
  return ownAccount ? ("refundByHandOwn" as const) : ("refundByHandPurpose" as const);
}

/** What acts about orders are about. */
export const order: Thing<OrderRow, number> = {
  section: "orders",
  id: idField,
  find: findOrder,
  sent: ({ id }) => ({ id: String(id) }),
  back: ({ id, number }, words) => ({ href: orderPath(id), text: words.text("backTo", { number }) }),
};

const paymentTones: Record<OrderRow["paymentStatus"], StatusTone> = {
  pending: "warn",
  paid: "ok",
  failed: "bad",
  expired: "ended",
  partially_refunded: "warn",
  refunded: "ended",
};

/** Every source an order can have, in the order of the filter. */
export const sources = [
  ...(["storefront", "funnel", "embed", "payment_link", "invoice"] as const),
  ...(["subscription", "api", "manual", "import", "ussd"] as const),
] satisfies OrderRow["source"][];

/** Every way to pay, in the order of the filter. */
export const methods = ["mobile_money", "card", "bank", "cash", "free"] satisfies OrderRow["paymentMethod"][];

/** What a payment's code is called, after the network that gave it. */
export function codeLabel(paidBy: PaidBy, words: DashboardWords): string {
  const { isNetworkCode, network, isOutside } = paidBy;
  if (isOutside) return words.text("ownCode");
  return isNetworkCode && network
    ? words.text("providerCode", { network: codeOwner(network) })
    : words.text("providerReference");
}

/** "M-PESA code SBX31285ECA9B"; null where there is none. */
export function codeText(paidBy: PaidBy | undefined, words: DashboardWords): string | null {
  return paidBy?.code ? `${codeLabel(paidBy, words)} ${paidBy.code}` : null;
}

/** What was bought: the one thing, or how many. */
export function boughtIn(order: OrderRow, words: DashboardWords): string {
  const [first, ...others] = order.items;
  if (!first) return order.shortNumber;
  const name = words.named(first.name);
  const what = first.quantity > 1 ? `${first.quantity} × ${name}` : name;
  return others.length > 0 ? words.text("andMore", { what, count: String(others.length) }) : what;
}

/** "3 minutes", "5 hours", "2 days". */
export function ageOf(at: Date, now: Date, words: DashboardWords): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 60) return words.text("ageMinutes", { count: minutes });
  return minutes < 48 * 60
    ? words.text("ageHours", { count: Math.floor(minutes / 60) })
    : words.text("ageDays", { count: Math.floor(minutes / 1440) });
}

/** How its payment stands. Of a recorded payment that was taken back nothing was refunded. */
export function paymentStanding(
  { paymentStatus, takenBackAt }: Pick<OrderRow, "paymentStatus" | "takenBackAt">,
  words: DashboardWords,
  isGoingBack = false,
): { tone: StatusTone; word: string } {
  const word = takenBackAt ? words.text("pay_taken_back") : words.text(`pay_${paymentStatus}`);
  if (isGoingBack) return { tone: "warn", word: `${word} · ${words.text("refundUnderWay")}` };
  return { tone: paymentTones[paymentStatus], word };
}

/** The same, where a waiting one says for how long. */
export function paymentMark(
  order: OrderRow,
  now: Date,
  words: DashboardWords,
  isGoingBack: boolean,
): { tone: StatusTone; word: string } {
  const standing = paymentStanding(order, words, isGoingBack);
  if (order.paymentStatus !== "pending") return standing;
  return { ...standing, word: words.text("waitingFor", { age: ageOf(order.createdAt, now, words) }) };
}
