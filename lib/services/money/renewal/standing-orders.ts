import type { Tx } from "@/lib/db/client";
import type { StandingOrder } from "@/lib/db/generated/client";
import type { StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { type CivilDate, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { nextAmountMinor } from "@/lib/domain/discount";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Interval } from "@/lib/domain/interval";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import {
  lastOrderDay,
  nextOrderDay,
  type OrderStatus,
  orderDay,
  orderStateAt,
} from "@/lib/domain/standing-order";
import { accessEndsAt, statusAt } from "@/lib/domain/subscription";
import type { TillPayment } from "@/lib/domain/till-payment";
import { composeUuid } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import type { OrderNews, StandingOrderRequest, StandingOrderResult } from "@/lib/providers/rails/direct";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { plainText } from "@/lib/providers/rails/wire/text";
import { dayColumn } from "@/lib/resources/invoice";
import { termsOf } from "@/lib/services/billing/renewal/announce";
import { agreeToRenewal, endRenewal } from "@/lib/services/billing/renewal/change";
import { letsRenew } from "@/lib/services/billing/renewal/renewing";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { recordDueSteps } from "@/lib/services/billing/subscriptions/record";
import { numberOf } from "@/lib/services/catalog/till/account-numbers";
import { requireShown, type Shown, sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { countPrompt, forgetPrompts } from "../checkout/prompt-limit";

// A payer's network pays for a subscription by itself, by an order that they approve once with their PIN. Each payment arrives at
// the till, by the number of the subscription (`takeTillPayment`). Only the payer can stop it, at the network.

/** What its payer would agree to. */
interface Offer {
  /** E.164. */
  phone: string;
  amountMinor: bigint;
  interval: Interval;
  first: CivilDate;
  last: CivilDate;
  rail: PaymentRail;
}

type Store = Pick<StoreRow, "id" | "country" | "timeZone" | "letsRenew" | "status" | "buyerPaysCharges">;

/**
 * Where the store has an account whose network does this as often as the plan is paid, for the one price that each period
 * has, from the subscriber's own phone. Null anywhere else, and where the day for the next period has come.
 */
function offerOf({ rails, clock }: World, row: SubscriptionRow, store: Store): Offer | null {
  const { phone } = row.customer;
  const { interval, currency, amountMinor } = row;
  const isActive = row.livemode && statusAt(row, clock.now()) === "active" && row.renewalMode !== "charge";
  // An order knows one amount, in whole shillings.
  const isSame = row.discountId === null && row.pendingProductId === null && row.planFrom === null;
  const isWhole = amountMinor % 100n === 0n && !store.buyerPaysCharges;
  if (!phone || !isActive || !letsRenew(store) || !isSame || !isWhole) return null;
  const place = { method: "mobile_money" as const, country: store.country, currency };
  const rail = rails.own
    ?.taking(store.id, place)
    .find(({ till, direct }) => till?.kind === "paybill" && direct?.standingOrders?.every.includes(interval));
  const first = orderDay(row.currentPeriodEnd, interval, store.timeZone);
  if (!rail || first <= civilDateIn(clock.now(), store.timeZone)) return null;
  return { phone, amountMinor, interval, first, last: lastOrderDay(first, interval), rail };
}

function shownIn({ phone, amountMinor, interval, first, last }: Offer): Shown {
  return { total: String(amountMinor), phone, interval, first, last };
}

/** A standing order as its payer and the seller see it. */
export interface OrderFacts {
  state: "asked" | "unsure" | "active" | "refused";
  /** By what its payer finds it at the network. */
  name: string;
  /** With its middle hidden; empty once it is erased. */
  phone: string;
  amountMinor: bigint;
  interval: Interval;
  next: CivilDate | null;
  last: CivilDate;
  /** Why it was refused. */
  reason: FailureReason;
  /** It renews the subscription. Otherwise what it still pays is for nothing, or another amount. */
  isWanted: boolean;
}

/** `seen`: the page's token for the offer. */
export type OrderOffer = Omit<Offer, "rail"> & { seen: string };

/** The order that there is, or was refused. */
export async function readOrder(
  { db, clock }: World,
  row: SubscriptionRow,
  { timeZone }: Pick<Store, "timeZone">,
): Promise<OrderFacts | null> {
  const order = await latestOf(db, clock.now(), row.id, timeZone);
  if (!order) return null;
  const { state, name, phone, amountMinor, interval, terms, reason } = order;
  return {
    ...{ state, name, phone: phone ?? "", amountMinor, interval, last: terms.last },
    next: nextOrderDay(terms, civilDateIn(clock.now(), timeZone)),
    // Safe: only this file writes it.
    reason: (reason ?? "unknown") as FailureReason,
    isWanted: state !== "active" || row.renewalMode === "standing_order",
  };
}

/** The same, and what can be agreed to while there is none. */
export async function readStandingOrder(
  world: World,
  row: SubscriptionRow,
  store: Store,
): Promise<{ order: OrderFacts | null; offer: OrderOffer | null }> {
  const order = await readOrder(world, row, store);
  const offered = order && order.state !== "refused" ? null : offerOf(world, row, store);
  if (!offered) return { order, offer: null };
  const { rail: _, ...offer } = offered;
  const seen = sealShown(world, `order/${row.id}`, shownIn(offered));
  return { order, offer: { ...offer, phone: maskedPhone(offer.phone), seen } };
}

/** The one that is open, or else the newest if it was refused. */
async function latestOf(db: Pick<Tx, "standingOrder">, now: Date, subscriptionId: string, timeZone: string) {
  const rows = await db.standingOrder.findMany({ where: { subscriptionId }, orderBy: { createdAt: "desc" } });
  const all = rows.flatMap((row) => {
    const terms = termsOf(row);
    // Safe: only this file writes it.
    const status = row.status as OrderStatus;
    const state = orderStateAt({ ...terms, status, createdAt: row.createdAt }, now, timeZone);
    return state === "over" ? [] : [{ ...row, terms, state }];
  });
  const [newest = null] = all;
  return all.find(({ state }) => state !== "refused") ?? newest;
}

/** The words at the button, as the payer read them. */
export interface OrderWords {
  text: string;
  language: string;
}

/**
 * The payer agrees on the manage page: written down, then the network is asked, once. Without an answer it stays in doubt.
 * Refuses with `not_active` where it is not offered (any more) and `too_many_attempts`. Throws Changed, and NotFound.
 */
export async function askForOrder(
  world: World,
  caller: Caller,
  subscriptionId: string,
  words: OrderWords,
): Promise<void> {
  const reference = await numberOf(world, caller.storeId, { kind: "subscription", id: subscriptionId });
  const { request, rail } = await transact(world, (unit) =>
    write(unit, caller, { subscriptionId, reference, words }),
  );
  const answer = await askNetwork(world, rail, request);
  const status = answer.kind === "refused" ? "refused" : answer.uncertain ? "unsure" : "asked";
  const { reason, railCode } = answer.kind === "refused" ? answer : { reason: null, railCode: null };
  const decidedAt = status === "refused" ? world.clock.now() : null;
  // What the network told meanwhile is later.
  await world.db.standingOrder.updateMany({
    where: { id: request.id, status: "created" },
    data: { status, reason, railCode, decidedAt },
  });
}

async function write(
  unit: Unit,
  caller: Caller,
  asked: { subscriptionId: string; reference: string; words: OrderWords },
): Promise<{ request: StandingOrderRequest; rail: PaymentRail }> {
  const { subscriptionId, reference, words } = asked;
  const { world, tx } = unit;
  const locked = await lockSubscription(unit, caller, subscriptionId);
  if (!locked) throw new NotFound();
  const row = await recordDueSteps(unit, locked);
  const store = await unit.store(row.storeId);
  const open = await latestOf(tx, unit.now, row.id, store.timeZone);
  const offer = open && open.state !== "refused" ? null : offerOf(world, row, store);
  if (!offer) throw new Refusal("not_active");
  requireShown(world, caller, `order/${row.id}`, shownIn(offer));
  await countPrompt(unit, caller, offer.phone);
  const earlier = await tx.standingOrder.count({ where: { subscriptionId } });
  const id = composeUuid(world.random.bytes(16));
  // A payer has one order of a name, and finds it by that: as the network shows it.
  const named = `${reference} ${earlier > 0 ? `${earlier + 1} ` : ""}${nextPlan(row).product.name}`;
  const name = plainText(named, { min: 1, max: 40, instead: reference });
  const { phone, amountMinor, interval, first, last, rail } = offer;
  await tx.standingOrder.create({
    data: {
      ...{ id, storeId: row.storeId, livemode: row.livemode, subscriptionId, rail: rail.id, name, interval },
      ...{ phoneSealed: new Uint8Array(world.secrets.seal(phone)), phone: maskedPhone(phone) },
      ...{ amountMinor, currency: row.currency, firstOn: dayColumn(first), lastOn: dayColumn(last) },
      ...{ ...words, status: "created" satisfies OrderStatus, createdAt: unit.now },
    },
  });
  const at = (day: CivilDate) => instantAt(day, 12, store.timeZone);
  const amount = { minor: amountMinor, currency: row.currency };
  const request = { id, name, phone, amount, every: interval, first: at(first), last: at(last), reference };
  return { request, rail };
}

async function askNetwork(
  world: World,
  { id, direct }: PaymentRail,
  request: StandingOrderRequest,
): Promise<StandingOrderResult> {
  try {
    const answer = await direct?.standingOrders?.ask(request);
    return answer ?? { kind: "refused", reason: "rail_misconfigured", railCode: "NONE" };
  } catch (error) {
    world.log.error({ err: error, rail: id }, "Nobody knows whether a standing order was asked for.");
    return { kind: "asked", uncertain: true };
  }
}

/**
 * What the network told of an order of this account, at an address that only it was told. The first word stays. Once it is
 * there it renews the subscription, if that goes on and costs what was agreed to.
 */
export async function hearOrder(world: World, rail: PaymentRail, news: OrderNews): Promise<void> {
  const found = await world.db.standingOrder.findFirst({ where: { id: news.id, rail: rail.id } });
  if (!found)
    return world.log.warn({ rail: rail.id }, "A network told of a standing order that is not ours.");
  await transact(world, async (unit) => {
    const locked = await lockSubscription(unit, found, found.subscriptionId);
    const order = await unit.tx.standingOrder.findUniqueOrThrow({ where: { id: found.id } });
    // Also where its payer did not find it there: they looked before it was.
    if (!locked || order.decidedAt !== null) return;
    const status: OrderStatus = news.isActive ? "active" : "refused";
    const said = news.isActive
      ? { railRef: news.railRef ?? null }
      : { reason: news.reason, railCode: news.railCode };
    const data = { status, ...said, decidedAt: unit.now };
    await unit.tx.standingOrder.update({ where: { id: order.id }, data });
    if (news.isActive) await renewBy(unit, await recordDueSteps(unit, locked), order);
  });
}

async function renewBy(unit: Unit, row: SubscriptionRow, order: StandingOrder): Promise<void> {
  const { phoneSealed, amountMinor, interval, text, language } = order;
  const isOpen = row.status === "active" || row.status === "past_due";
  const fits = nextPlan(row).interval === interval && nextAmountMinor(row) === amountMinor;
  if (!isOpen || !fits || !phoneSealed) return;
  const phone = unit.world.secrets.open(phoneSealed);
  const said = { mode: "standing_order" as const, text, language, capMinor: amountMinor, interval };
  const way = { kind: "phone" as const, phone, network: null, until: order.lastOn };
  await agreeToRenewal(unit, row, { ...said, provenBy: "network" }, way);
  forgetPrompts(unit, row.storeId, phone);
}

/**
 * Its payer says that it is not at the network, or that they stopped it there. From then on they are reminded as everybody
 * else. Refuses with `not_active` while their phone is asked. Throws NotFound.
 */
export async function sayOrderOver(world: World, caller: Caller, subscriptionId: string): Promise<void> {
  await transact(world, async (unit) => {
    const row = await lockSubscription(unit, caller, subscriptionId);
    if (!row) throw new NotFound();
    const { timeZone } = await unit.store(row.storeId);
    const order = await latestOf(unit.tx, unit.now, row.id, timeZone);
    if (order?.state !== "active" && order?.state !== "unsure") throw new Refusal("not_active");
    const status: OrderStatus = "over";
    await unit.tx.standingOrder.update({ where: { id: order.id }, data: { status } });
    if (row.renewalMode === "standing_order") await endRenewal(unit, row, "payer");
  });
}

const leftOverMs = 7 * 24 * 60 * 60_000;

/**
 * Whether money for a subscription may be that of an order which its payer did not stop: it was cancelled, or had ended. Then it
 * does not begin anew. Whoever wants it again pays on its page.
 */
export async function isLeftOver(
  { tx }: Unit,
  subscriptionId: string,
  { amount, at }: TillPayment,
): Promise<boolean> {
  const row = await tx.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  if (row.cancelledAt === null && at < accessEndsAt(row)) return false;
  const { minor: amountMinor, currency } = amount;
  const status = { not: "refused" satisfies OrderStatus };
  // What is due on its last day may be told days later.
  const lastOn = { gte: new Date(at.getTime() - leftOverMs) };
  const where = { subscriptionId, amountMinor, currency, status, lastOn };
  return (await tx.standingOrder.count({ where })) > 0;
}
