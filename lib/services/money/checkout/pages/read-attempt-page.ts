import {
  type OrderRow,
  orderInclude,
  type StoreRow,
  type SubscriptionRow,
  subscriptionInclude,
} from "@/lib/db/rows";
import { isOpen } from "@/lib/domain/attempt";
import { networkOf } from "@/lib/domain/network";
import { maskedPhone } from "@/lib/providers/phone";
import { type Delivery, readDeliveries } from "@/lib/services/billing/orders/downloads";
import { type PaidBy, paidByOf, payingAttempt } from "@/lib/services/billing/orders/read";
import { isReduced } from "@/lib/services/billing/orders/reduce";
import { readBought } from "@/lib/services/catalog/deliverables/download";
import type { PayAtTill } from "@/lib/services/catalog/till/account-numbers";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";
import { playPhoneOf } from "../../phone/play";
import { railOf } from "../../rails";
import { readStandingOrder } from "../../renewal/standing-orders";
import { type AttemptPage, type FoundAttempt, findAttempt, pageOf } from "../../settlement/read-attempt";
import { sendTo, tillOfAttempt } from "../../till/of-attempt";
import { isBrowserOf } from "../browser";

/** An attempt, and what the rail says about approving it. */
export interface WatchedAttempt extends AttemptPage {
  /** The name that the payer reads on the phone. */
  nameOnPrompt: string;
  /** How the payer gets a missed prompt again without a new charge; null where the network has no such way. */
  revive: { ussd: string; tel: string | null; menu: string[] } | null;
  /** Where the same thing can be paid at the till of the account that was asked, while it waits. */
  till: PayAtTill | null;
  /** Where the payer sends the money by themselves, while it waits. */
  send: Awaited<ReturnType<typeof sendTo>>;
  /** The simulated phone of the sandbox where the payer can answer; null with real money. */
  sandboxPhone: string | null;
  /** The page of what was bought, to begin again; it needs no more knowledge than the order has. */
  shopPath: string | null;
  /**
   * The subscriber's own page. Only the browser that began the subscription with this payment gets it (`isSubscriber`).
   */
  manageUrl: string | null;
  /** There the payer, who paid by mobile money, can let their network pay from now on. */
  offersOrder: boolean;
  /** Somebody else paid for the subscriber, whose ref and pages are not for them. */
  isByOther: boolean;
  /** The plan whose unused time was taken off the price; null where none was. */
  unusedOf: string | null;
  /** Where it is brought, once it is paid. Only in the browser that began this payment. */
  delivery: Delivery | null;
  /** What it opens, once it is paid. Only in the browser that began this payment. */
  bought: Awaited<ReturnType<typeof readBought>>;
}

/** All that the page of an attempt shows; null when the token is unknown. Reads only. */
export async function readAttemptPage(
  world: World,
  token: string,
  browser: string | null,
): Promise<WatchedAttempt | null> {
  const all = await findAttempt(world, token);
  if (!all) return null;
  const { attempt: row } = all;
  const found = pageOf(world, all);
  const info = found.state === "waiting" ? await networkInfo(world, row.rail, found) : null;
  const phone = row.phoneSealed && world.secrets.open(row.phoneSealed);
  const [ussd, ...menu] = info?.revive?.steps ?? [];
  const listed = found.network?.revive;
  const isInBrowser = isBrowserOf(world, row, browser);
  const isTheirs = !isByOther(all) && isInBrowser && isSubscriber(world, all, phone);
  return {
    ...found,
    nameOnPrompt: info?.nameOnPrompt ?? found.store.name,
    revive: ussd
      ? { ussd, menu, tel: info?.revive?.telLink ?? null }
      : listed
        ? { ussd: listed.ussd, menu: [...listed.menu], tel: `tel:${encodeURIComponent(listed.ussd)}` }
        : null,
    till: found.state === "waiting" ? await tillOfAttempt(world, all) : null,
    send: found.state === "waiting" ? await sendTo(world, row) : null,
    sandboxPhone: playPhoneOf(world, row, phone),
    shopPath: shopPathOf(all),
    isByOther: isByOther(all),
    manageUrl: found.subscription && isTheirs ? manageUrl(world, found.subscription) : null,
    offersOrder: found.state === "paid" && isTheirs && (await isOrderOffered(world, all)),
    unusedOf: isReduced(found.order, row) ? null : await unusedOf(world, found),
    delivery: await deliveryFor(world, all, found, browser),
    bought: found.state === "paid" && isInBrowser ? await readBought(world, found.order) : null,
  };
}

async function isOrderOffered(
  world: World,
  { attempt, subscription, store }: FoundAttempt,
): Promise<boolean> {
  if (!subscription || attempt.method !== "mobile_money") return false;
  return (await readStandingOrder(world, subscription, store)).offer !== null;
}

/** Only a payment for another plan can have a change. */
async function unusedOf(world: World, { order }: AttemptPage): Promise<string | null> {
  if (order.discountMinor === 0n || order.subscriptionId === null) return null;
  const change = await world.db.planChange.findUnique({
    where: { orderId: order.id },
    select: { fromProduct: { select: { name: true } } },
  });
  return change?.fromProduct.name ?? null;
}

async function deliveryFor(
  world: World,
  { attempt }: FoundAttempt,
  { state, order }: AttemptPage,
  browser: string | null,
): Promise<Delivery | null> {
  const isOfPage = order.source === "storefront" || order.source === "embed";
  if (state !== "paid" || !isOfPage || !isBrowserOf(world, attempt, browser)) return null;
  return (await readDeliveries(world, order, [order.id])).get(order.id) ?? null;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Whether the payer may act for the subscriber. It must be the first payment, and either the customer's own phone paid
 * it or the customer was created by this payment. Somebody who typed another person's e-mail passes neither test. Valid
 * for a day, as long as the cookie lives, and no longer once the link was replaced: replacing it must shut out whoever
 * had it.
 */
function isSubscriber(
  world: World,
  { attempt, period, subscription }: FoundAttempt,
  phone: string | null,
): boolean {
  if (period?.number !== 1 || subscription?.manageVersion !== 1) return false;
  if (attempt.createdAt.getTime() + dayMs <= world.clock.now().getTime()) return false;
  const { settledAt } = attempt;
  const isNew = settledAt !== null && settledAt.getTime() === period.customerSince.getTime();
  return isNew || (phone !== null && phone === period.phone);
}

/** A payment that a browser began earlier on a page, so that the form can continue from it. */
export interface TriedPayment {
  attempt: AttemptPage;
  /** The number that got the prompt, to use again unless another is typed; null for a card. */
  phone: { phone: string; masked: string } | null;
}

export async function readTried(
  world: World,
  store: { id: number },
  token: string,
): Promise<TriedPayment | null> {
  const found = await findAttempt(world, token);
  if (!found || found.store.id !== store.id) return null;
  const { phoneSealed } = found.attempt;
  const phone = phoneSealed && world.secrets.open(phoneSealed);
  return {
    attempt: pageOf(world, found),
    phone: phone ? { phone, masked: maskedPhone(phone) } : null,
  };
}

/** The rail's list may be unavailable now: then our own list is used as far as it goes. */
async function networkInfo(world: World, railId: string, found: AttemptPage) {
  const rail = railOf(world, railId);
  const code = found.network?.code;
  if (!rail || !code) return null;
  const country = networkOf(code)?.country ?? found.store.country;
  const list = await rail.networks({ country, op: "charge" }).catch(() => []);
  return list.find((row) => row.code === code) ?? null;
}

function isByOther({ order, subscription }: FoundAttempt): boolean {
  return subscription !== null && subscription.customerId !== order.customerId;
}

/** Pages that anybody may open. Never the subscriber's own page: paying for a ref does not give the right to cancel it. */
function shopPathOf(found: FoundAttempt): string | null {
  const { order, link, invoice, product, subscription } = found;
  if (link) return `/pay/${link.token}`;
  if (invoice) return `/invoice/${invoice.token}`;
  if (!product) return null;
  if (!product.interval) return `/product/${product.token}`;
  const ref = isByOther(found) ? order.subscriberRef : (subscription?.ref ?? order.subscriberRef);
  return `/subscribe/${product.token}${ref === null ? "" : `?${new URLSearchParams({ ref })}`}`;
}

/**
 * Where the user goes after a success: the store's return URL, else the subscription's own page. The appended
 * parameters are only a hint for the app; the truth is in `GET /access` and the webhook.
 */
export function returnUrlAfter(
  world: World,
  store: { returnUrl: string | null },
  row: SubscriptionRow,
): string {
  if (!store.returnUrl)
    return `${manageUrl(world, row)}?done=${row.paymentsCount > 1 ? "renewed" : "started"}`;
  const url = new URL(store.returnUrl);
  url.searchParams.set("subscription", row.id);
  if (row.ref !== null) url.searchParams.set("ref", row.ref);
  url.searchParams.set("status", "active");
  return url.toString();
}

/**
 * Where whoever had nothing to pay goes: as after a payment, the subscriber to the store's return URL, and all others to
 * the receipt.
 */
export async function afterFree(
  world: World,
  store: { id: number; returnUrl: string | null },
  receiptToken: string,
): Promise<string> {
  const order = store.returnUrl
    ? await world.db.order.findUnique({
        where: { receiptToken, storeId: store.id },
        select: { customerId: true, subscription: { include: subscriptionInclude } },
      })
    : null;
  const row = order?.subscription;
  const isSubscribers = row && row.customerId === order.customerId;
  return isSubscribers ? returnUrlAfter(world, store, row) : `/receipt/${receiptToken}`;
}

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
