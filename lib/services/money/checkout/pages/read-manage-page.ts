import type { Prisma } from "@/lib/db/client";
import type { PeriodKind } from "@/lib/db/generated/enums";
import { type ProductRow, type StoreRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { planAt, requireChangeable } from "@/lib/domain/plan-change";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { firstNameOf } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import {
  type ChangeQuote,
  type NamedPlan,
  offered,
  quoteChange,
} from "@/lib/services/billing/changes/change";
import { idOfManageToken, isManageToken, manageUrl, wasManageToken } from "@/lib/services/core/manage-token";
import type { Caller, World } from "@/lib/services/core/world";
import { type RenewalFacts, readRenewal } from "../../renewal/on-manage-page";
import { readStandingOrder } from "../../renewal/standing-orders";

const periodsShown = 24;

export interface ManagePage {
  store: StoreRow;
  product: ProductRow;
  subscription: SubscriptionRow;
  /** Newest first, at most 24. */
  periods: {
    startsAt: Date;
    endsAt: Date;
    paidAt: Date;
    number: number;
    /** When a change of plan ended it. */
    cutAt: Date | null;
    kind: PeriodKind;
    paidMinor: bigint;
    currency: string;
    /** The order that brought it; null in test mode, and of days that the seller gave. */
    order: { receiptToken: string; refundedMinor: bigint } | null;
  }[];
  /** Who cancelled it; null while it is not. */
  cancelledBy: "subscriber" | "seller" | null;
  /** How it renews by itself, or could; null where it cannot. */
  renewal: RenewalFacts | null;
  /** Its standing order, or what of one is offered. */
  standing: Awaited<ReturnType<typeof readStandingOrder>>;
  /** The subscriber's number, for the next prompt; null when none is known. */
  phone: { phone: string; masked: string } | null;
}

const include = {
  product: true,
  previousProduct: true,
  pendingProduct: true,
  customer: subscriptionInclude.customer,
  store: true,
  periods: {
    orderBy: { number: "desc" },
    take: periodsShown,
    include: { order: { select: { receiptToken: true, refundedMinor: true } } },
  },
} satisfies Prisma.SubscriptionInclude;

/** The subscriber's private page by its token, in either mode. Null when the token is not (or no longer) the right one. */
export async function readManagePage(world: World, token: string): Promise<ManagePage | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({ where: { id }, include });
  if (!found || !isManageToken(world, found, token)) return null;
  const { store, periods, ...subscription } = found;
  const { phone } = found.customer;
  return {
    store,
    product: found.product,
    subscription,
    periods,
    cancelledBy: await whoCancelled(world, found),
    renewal: await readRenewal(world, subscription, store),
    standing: await readStandingOrder(world, subscription, store),
    phone: phone ? { phone, masked: maskedPhone(phone) } : null,
  };
}

/**
 * The subscription of a link that was replaced. Null when it never was a valid link, and in test mode, where nothing is
 * sent.
 */
export async function readEndedLink(
  world: World,
  token: string,
): Promise<{ id: string; store: StoreRow } | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({ where: { id }, include: { store: true } });
  if (!found?.livemode || !wasManageToken(world, found, token)) return null;
  return { id, store: found.store };
}

/** Read from the audit log: on this page the actor is a payer, everywhere else it is the seller or their server. */
async function whoCancelled(
  world: World,
  { id, storeId, cancelledAt }: SubscriptionRow,
): Promise<ManagePage["cancelledBy"]> {
  if (!cancelledAt) return null;
  const act = await world.db.auditEntry.findFirst({
    where: {
      storeId,
      createdAt: cancelledAt,
      action: "subscription.cancelled",
      target: `subscription:${id}`,
    },
    select: { actor: true },
  });
  return act?.actor === "payer" ? "subscriber" : "seller";
}

/** So many plans are offered on one page. */
const plansMax = 50;

/**
 * The plans that the subscriber may choose by themselves: those on sale in the same store and currency that their seller
 * lets be chosen. Empty while nothing can be changed.
 */
export async function readChoosablePlans(
  world: World,
  { subscription, store }: Pick<ManagePage, "subscription" | "store">,
): Promise<NamedPlan[]> {
  return store.status === "suspended" ? [] : readOtherPlans(world, subscription, { isChoosable: true });
}

/** All active plans that a subscription may be changed to; empty while nothing can be changed. */
export async function readOtherPlans(
  world: World,
  subscription: SubscriptionRow,
  only: { isChoosable?: true } = {},
): Promise<NamedPlan[]> {
  const now = world.clock.now();
  if (!isChangeable(subscription, now)) return [];
  const taken = [subscription.productId, planAt(subscription, now).product.id];
  const products = await world.db.product.findMany({
    where: {
      ...{ storeId: subscription.storeId, status: "active", interval: { not: null }, ...only },
      ...{ currency: subscription.currency, id: { notIn: taken } },
    },
    orderBy: [{ priceMinor: "asc" }, { id: "asc" }],
    take: plansMax,
  });
  return products.flatMap((product) => offered(product) ?? []);
}

/**
 * What changing to this plan costs and brings. `by`: the mark in a link that the seller sent, for a plan that is not
 * offered to everybody. Null where it cannot be chosen here.
 */
export async function readChosenPlan(
  world: World,
  { subscription }: Pick<ManagePage, "subscription">,
  { to, by }: { to: string | null; by: string | null },
): Promise<ChangeQuote | null> {
  if (to === null || !/^\d{1,9}$/.test(to)) return null;
  const productId = Number(to);
  const where = { id: productId, storeId: subscription.storeId, isChoosable: true };
  const isOffered = (await world.db.product.count({ where })) > 0;
  if (!isOffered && by !== markOfChange(world, subscription, productId)) return null;
  try {
    return await quoteChange(world.db, subscription, productId, world.clock.now());
  } catch (error) {
    if (error instanceof Refusal || error instanceof Invalid) return null;
    throw error;
  }
}

/** Says in a link that the seller lets this subscriber change to this plan. */
export function markOfChange(world: World, { id }: { id: string }, productId: number): string {
  return base62(world.secrets.mac("plan-change", `${id}/${productId}`), 22);
}

function isChangeable(row: SubscriptionRow, now: Date): boolean {
  try {
    requireChangeable(row, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What somebody sees who pays for a subscriber: nothing by which the subscriber can be reached. */
export interface PayForPage {
  store: StoreRow;
  product: ProductRow;
  subscription: SubscriptionRow;
  /** Null where the customer's name is none. */
  firstName: string | null;
}

/** The page by its token; null when it is not, or no longer, the right one. Test subscriptions have none. */
export async function readPayForPage(world: World, token: string): Promise<PayForPage | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({
    where: { id },
    include: { ...subscriptionInclude, product: true, store: true },
  });
  if (!found?.livemode || !isManageToken(world, found, token, "pay")) return null;
  const { store, product, ...subscription } = found;
  return {
    store,
    product,
    subscription: { ...subscription, product },
    firstName: firstNameOf(found.customer.name),
  };
}

/** What changing the plan costs and brings. `paymentUrl`: where the subscriber pays for it; null where nothing is to pay. */
export interface PlannedChange {
  quote: ChangeQuote;
  paymentUrl: string | null;
}

/** What `changePlan` would do, without doing it. Throws as that does. */
export async function previewChange(
  world: World,
  caller: Caller,
  id: string,
  productId: number,
): Promise<PlannedChange> {
  const row = await world.db.subscription.findFirst({
    where: { id, storeId: caller.storeId, livemode: caller.livemode },
    include: subscriptionInclude,
  });
  if (!row) throw new NotFound();
  const quote = await quoteChange(world.db, row, productId, world.clock.now());
  return { quote, paymentUrl: quote.dueMinor > 0n ? paymentUrlOf(world, row, productId) : null };
}

/** The page on which the subscriber sees what it costs, and pays. */
function paymentUrlOf(world: World, row: SubscriptionRow, productId: number): string {
  return `${manageUrl(world, row)}/change?to=${productId}&by=${markOfChange(world, row, productId)}`;
}
