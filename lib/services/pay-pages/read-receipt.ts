import { type OrderRow, orderInclude, type StoreRow } from "@/lib/db/rows";
import { type Network, networkOf } from "@/lib/domain/network";
import { maskedPhone } from "@/lib/providers/phone";
import { manageUrl } from "../subscriptions/manage-token";
import type { World } from "../world";

/** What a receipt shows. */
export interface Receipt {
  store: StoreRow;
  order: OrderRow;
  state: "paid" | "refunded" | "partially_refunded" | "reversed" | "unpaid";
  /** A payment of it that is under way, while it is not paid. */
  openToken: string | null;
  network: Network | null;
  /** With its middle hidden. */
  phone: string | null;
  /** The operator's or bank's own transaction id. */
  providerReference: string | null;
  invoice: { number: string; token: string } | null;
  /** The subscriber's own page, on the receipt of the payment that began the subscription. */
  manageUrl: string | null;
}

/** The receipt of an order by the token in its address; null when it leads nowhere. Live orders only have one. */
export async function readReceipt(world: World, token: string): Promise<Receipt | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const found = await world.db.order.findUnique({
    where: { receiptToken: token },
    include: {
      ...orderInclude,
      store: true,
      subscription: { select: { id: true, manageVersion: true } },
      period: { select: { number: true } },
      invoice: { select: { number: true, token: true } },
      attempts: { orderBy: { createdAt: "desc" } },
    },
  });
  if (!found) return null;
  const { store, subscription, period, invoice, attempts, ...order } = found;
  const paying = attempts.find(({ status, suspenseReason }) => status === "succeeded" && !suspenseReason);
  const reversed = attempts.find(({ status }) => status === "reversed");
  const shown = paying ?? reversed;
  const open = attempts.find(({ status }) => status === "created" || status === "pending");
  const state = stateOf(order.paymentStatus, reversed !== undefined && paying === undefined);
  return {
    store,
    order,
    state,
    openToken: state === "unpaid" ? (open?.token ?? null) : null,
    network: shown?.network ? networkOf(shown.network) : null,
    phone: shown?.phoneSealed ? maskedPhone(world.secrets.open(shown.phoneSealed)) : null,
    providerReference: shown?.receipt ?? shown?.railRef ?? null,
    invoice,
    manageUrl: subscription && period?.number === 1 ? manageUrl(world, subscription) : null,
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
