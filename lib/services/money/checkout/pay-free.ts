import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { writeWanted } from "@/lib/services/billing/changes/apply-change";
import { changeShown } from "@/lib/services/billing/changes/change";
import { keepDelivery } from "@/lib/services/billing/orders/downloads";
import type { Reduction } from "@/lib/services/catalog/discounts/choose";
import { reserveRedemption } from "@/lib/services/catalog/discounts/redeem";
import { reserveSlot } from "@/lib/services/catalog/payment-links/pay";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { payOrder } from "../settlement/credit";
import { makeCustomer, type Payer, rememberLanguage } from "./customer";
import { lockThing } from "./open-attempt";
import { lockOf, type PaymentFor, type Purchase, renewalLock } from "./purchase";
import { redeemerOf, totalChanged } from "./quote";
import { readPurchase } from "./read-purchase";
import { writeOrder } from "./write-order";

/** Something of which nothing is to pay, because all of its price is taken off. */
export interface FreePayment {
  /** Made with the form: pressing twice makes one order. */
  id: string;
  for: PaymentFor;
  payer: Payer;
  /** The language of the page. */
  language?: string;
}

/**
 * Pays an order of 0: it is fulfilled, and told, as any paid order. There is no attempt and no fee, the books say nothing
 * of it, and no rail is asked. Throws NotFound, PayInvalid, and Refusal as `pressPay` does.
 */
export async function payFree(world: World, caller: Caller, input: FreePayment): Promise<OrderRow> {
  return transact(world, async (unit) => {
    const { status } = await unit.store(caller.storeId);
    if (status === "suspended") throw new Refusal("store_suspended");
    lockThing(unit, caller, lockOf(input.for, input.payer));
    const before = await unit.tx.order.findUnique({
      where: { receiptToken: freeToken(world, caller, input.id) },
      include: orderInclude,
    });
    if (before) return before;
    const purchase = await readPurchase(unit.tx, caller, input.for, input.payer, unit.now);
    if (purchase.isBlocked) throw new Refusal("customer_blocked");
    // What has a limit or a balance of its own is never free without a discount.
    if (purchase.source === "payment_link" || purchase.source === "invoice") throw new NotFound();
    if (purchase.subscriptionId !== null) lockThing(unit, caller, renewalLock(purchase.subscriptionId));
    if (purchase.change)
      requireShown(world, caller, `change/${purchase.subscriptionId}`, changeShown(purchase.change));
    if (purchase.change && purchase.priceMinor > 0n)
      throw totalChanged({ totalMinor: purchase.priceMinor, currency: purchase.currency });
    return payNothing(unit, caller, purchase, null, input);
  });
}

/** The receipt of what this press paid without money. */
export function freeToken(world: World, { storeId }: Caller, id: string): string {
  return composeToken(world.secrets.mac("free-order", `${storeId}/${id}`).subarray(0, 24));
}

/** Writes and pays an order of 0, all of whose price the reduction takes off. The thing must be locked. */
export async function payNothing(
  unit: Unit,
  caller: Caller,
  purchase: Purchase,
  reduction: Reduction | null,
  { payer, language, id: press, via }: Pick<FreePayment, "payer" | "language" | "id"> & { via?: "ussd" },
): Promise<OrderRow> {
  const customerId = purchase.customerId ?? (await makeCustomer(unit, caller, payer, purchase));
  const id = await writeOrder(unit, caller, [purchase.line], {
    customerId,
    paymentMethod: "free",
    source: via ?? purchase.source,
    currency: purchase.currency,
    discountMinor: purchase.priceMinor + purchase.discountMinor,
    discountCode: reduction?.code ?? null,
    feeMinor: 0n,
    netMinor: 0n,
    subscriptionId: purchase.subscriptionId,
    subscriberRef: purchase.ref,
    paymentLinkId: purchase.paymentLinkId,
    answer: purchase.answer,
    receiptToken: freeToken(unit.world, caller, press),
  });
  if (purchase.change && purchase.subscriptionId !== null)
    writeWanted(unit, { ...caller, id: purchase.subscriptionId }, id, purchase.change);
  if (purchase.delivery) keepDelivery(unit, { id, storeId: caller.storeId }, purchase.delivery);
  const who = redeemerOf(caller, { ...purchase, customerId }, payer);
  await reserveRedemption(unit.world, unit, caller, id, reduction, who);
  await reserveSlot(unit, id, purchase);
  rememberLanguage(unit, customerId, language);
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
  return (await payOrder(unit, { order, attempt: null }, unit.now)).order;
}
