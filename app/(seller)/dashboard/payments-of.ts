import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { ListedPayment } from "@/components/dashboard/payment-list";
import { formatMoney } from "@/lib/domain/money";
import type { recentPayments } from "@/lib/services/catalog/payment-links/read";

type Order = Awaited<ReturnType<typeof recentPayments>>[number];

/** An order in the list of payments of a link or an invoice. */
export function listedPayment(order: Order, words: DashboardWords): ListedPayment {
  return {
    href: `/dashboard/orders/${order.id}`,
    number: order.number,
    customer: order.customer.name,
    amount: formatMoney({ minor: order.totalMinor, currency: order.currency }, words.lang),
    answer: order.answer,
    paidAt: order.paidAt ?? order.createdAt,
    state: stateOf(order),
    why: order.takenBackReason,
  };
}

function stateOf({ refundedMinor, totalMinor, takenBackAt }: Order): ListedPayment["state"] {
  if (takenBackAt) return "taken_back";
  if (refundedMinor === 0n) return "paid";
  return refundedMinor < totalMinor ? "partially_refunded" : "refunded";
}
