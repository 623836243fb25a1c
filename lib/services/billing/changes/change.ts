import { Prisma, type Tx } from "@/lib/db/client";
import { type ProductRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { smallestMoved } from "@/lib/domain/network";
import {
  type ChangeKind,
  changeNow,
  comingChange,
  countedAt,
  creditOf,
  cutsAt,
  dueOf,
  kindOfChange,
  noPending,
  type Plan,
  type PlanTerms,
  planAt,
  requireChangeable,
  type ValuedPeriod,
} from "@/lib/domain/plan-change";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import type { Caller } from "@/lib/services/core/world";
import { verb } from "@/lib/services/people/accounts/permit";
import { voidSubscriptionOrders } from "../orders/unpaid";
import { retellRenewal } from "../renewal/change";
import { lockSubscription } from "../subscriptions/read";
import { recordDueSteps } from "../subscriptions/record";

/** The client or a transaction. */
type Db = Pick<Tx, "product" | "subscription" | "$queryRaw">;

export type NamedPlan = Plan<{ id: number; name: string }>;

/** What a change of plan costs and brings, before anything is written. Amounts in minor units of `currency`. */
export interface ChangeQuote {
  kind: ChangeKind;
  from: NamedPlan;
  to: NamedPlan;
  currency: string;
  /** What unused time is worth; 0 where the change waits for its end. */
  creditMinor: bigint;
  /** What is to pay now, without the charges that a payer bears. */
  dueMinor: bigint;
  /** When the new period ends; where the change waits, when it begins. */
  endsAt: Date;
}

/**
 * Quotes another plan of the same store for a subscription. Throws Invalid on `product_id`, and the Refusals
 * `not_on_sale`, `same_plan`, `other_currency`, `not_changeable` and `plan_taken`.
 */
export async function quoteChange(
  tx: Db,
  row: SubscriptionRow,
  productId: number,
  now: Date,
): Promise<ChangeQuote> {
  const product = await tx.product.findFirst({
    where: { id: productId, storeId: row.storeId },
    include: { store: { select: { country: true } } },
  });
  const from = planAt(row, now);
  const to = product && offered(product);
  if (!product || !to) throw new Invalid({ product_id: [say("not_subscription_product")] });
  if (product.status !== "active") throw new Refusal("not_on_sale");
  if (productId === from.product.id || productId === row.productId) throw new Refusal("same_plan");
  if (product.currency !== row.currency) throw new Refusal("other_currency");
  requireChangeable(row, now);
  if (await isPlanTaken(tx, row, productId)) throw new Refusal("plan_taken");
  const { currency } = row;
  const kind = kindOfChange(from, to);
  const base = { kind, from, to, currency };
  if (kind === "at_period_end")
    return { ...base, creditMinor: 0n, dueMinor: 0n, endsAt: row.currentPeriodEnd };
  const periods = await readValuedPeriods(tx, row.id);
  const creditMinor = creditOf(cutsAt(periods, countedAt(now)));
  const dueMinor = dueOf(to.amountMinor, creditMinor, smallestMoved(product.store.country, currency));
  const worthMinor = dueMinor + creditOf(cutsAt(periods, now));
  return { ...base, creditMinor, dueMinor, endsAt: changeNow(row, to, worthMinor, now).period.end };
}

/** A product as a plan, at its price of today; null for one that is not a subscription. */
export function offered({ id, name, interval, salePriceMinor, priceMinor }: ProductRow): NamedPlan | null {
  return interval && { product: { id, name }, interval, amountMinor: salePriceMinor ?? priceMinor };
}

/** Whether the same user, or without a ref the same customer, has a subscription to this plan already. */
export async function isPlanTaken(
  tx: Db,
  { id, storeId, livemode, ref, customerId }: SubscriptionRow,
  productId: number,
): Promise<boolean> {
  const whose = ref === null ? { ref: null, customerId } : { ref };
  const where = {
    storeId,
    livemode,
    ...whose,
    OR: [{ productId }, { previousProductId: productId, planFrom: { not: null } }],
  };
  return (await tx.subscription.count({ where: { ...where, id: { not: id } } })) > 0;
}

/** The same in SQL, for the plan that waits on the subscription `has`. */
export const pendingTaken = Prisma.sql`EXISTS (SELECT 1 FROM subscriptions other
  WHERE other.store_id = has.store_id AND other.livemode = has.livemode AND other.product_id = has.pending_product_id
    AND other.id <> has.id AND (other.ref = has.ref
      OR other.ref IS NULL AND has.ref IS NULL AND other.customer_id = has.customer_id))`;

/** What the page of a plan says of it. `paidUntil`: the end that is paid already, where the page says that. */
export function planShown(
  { product, interval, amountMinor }: PlanTerms & { product: { id: number; name: string } },
  paidUntil: Date | null,
): Record<string, string> {
  return {
    ...{ plan: `${product.id} ${product.name}`, interval, price: String(amountMinor) },
    paid: paidUntil?.toISOString() ?? "",
  };
}

/** What the page of a change says where nothing, or nothing real, is paid for it. */
export function changeShown({ kind, to, dueMinor: minor, currency, endsAt }: ChangeQuote): Shown {
  // What is changed now ends later with every moment that passes.
  return { ...planShown(to, kind === "now" ? null : endsAt), kind, due: { minor, currency } };
}

/** A period with the order that brought it, and whether a bank took of that payment. */
export type StoredPeriod = ValuedPeriod & { orderId: number | null; isReversed: boolean };
type Row = Omit<StoredPeriod, "cut"> & NonNullable<StoredPeriod["cut"]> & { isCut: boolean };

/**
 * The periods of a subscription, in order, with what of their payments went back, is on its way back, or is what a bank
 * asks about now. Not what was ended early: nothing is left of that, also where it was paid again since. Nor a second
 * payment of the same order, which was set aside: it bought nothing.
 */
export async function readValuedPeriods(
  tx: Pick<Tx, "$queryRaw">,
  subscriptionId: string,
): Promise<StoredPeriod[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.number, p.order_id AS "orderId", p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.paid_minor AS "paidMinor",
      p.cut_at IS NOT NULL AS "isCut", p.credit_minor AS "creditMinor", p.lost_minor AS "lostMinor",
      p.bought_from AS "from", p.bought_until AS "until", c.id IS NOT NULL AS "isChange",
      coalesce(t.reversed_minor > 0, false) AS "isReversed",
      (coalesce(o.refunded_minor, 0) + coalesce((SELECT sum(r.amount_minor) FROM refunds r
          WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent')), 0)
        + coalesce((SELECT sum(d.amount_minor) FROM disputes d WHERE d.attempt_id = t.id AND d.state = 'open'), 0))::bigint
        AS "backMinor"
    FROM subscription_periods p LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN payment_attempts t ON t.id = p.attempt_id
    LEFT JOIN plan_changes c ON c.subscription_id = p.subscription_id AND c.number = p.number
    WHERE p.subscription_id = ${subscriptionId} AND p.stopped_at IS NULL ORDER BY p.number`;
  return rows.map(({ isCut, creditMinor, lostMinor, from, until, ...period }) => ({
    ...period,
    cut: isCut ? { creditMinor, lostMinor, from, until } : null,
  }));
}

/**
 * Chooses what the next payment buys, at the price of now: nothing is paid, and the plan that runs stays until its time is
 * over. Throws NotFound, Changed, as `quoteChange` does, and `not_changeable` where the change is one that happens now.
 */
export const scheduleChange = verb(
  "subscription.change_plan",
  async (
    unit,
    caller: Caller,
    id: string,
    productId: number,
  ): Promise<{ quote: ChangeQuote; row: SubscriptionRow }> => {
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    const row = await recordDueSteps(unit, locked);
    const quote = await quoteChange(unit.tx, row, productId, unit.now);
    requireShown(unit.world, caller, `change/${id}`, changeShown(quote));
    if (quote.kind === "now") throw new Refusal("not_changeable");
    const { to, from } = quote;
    const pending = {
      pendingProductId: to.product.id,
      pendingInterval: to.interval,
      pendingAmountMinor: to.amountMinor,
    };
    await unit.tx.subscription.update({ where: { id }, data: { ...pending, updatedAt: unit.now } });
    await unit.audit(caller, {
      action: "subscription.change_chosen",
      target: `subscription:${id}`,
      details: { from: from.product.id, to: to.product.id },
    });
    const chosen = { ...row, ...pending, pendingProduct: to.product };
    return { quote, row: await retellRenewal(unit, chosen) };
  },
);

/**
 * The next payment buys the plan that there is, as before. Unpaid orders for the other one are void. Repeating it changes
 * nothing. Throws NotFound, and Refusal `not_changeable` where the change is paid for.
 */
export const undoChange = verb(
  "subscription.change_plan",
  async (unit, caller: Caller, id: string): Promise<SubscriptionRow> => {
    const found = await unit.tx.subscription.findFirst({
      where: { id, storeId: caller.storeId, livemode: caller.livemode },
      include: subscriptionInclude,
    });
    if (!found) throw new NotFound();
    const coming = comingChange(found, unit.now);
    if (coming?.isPaid) throw new Refusal("not_changeable");
    if (!coming) return found;
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    const row = await recordDueSteps(unit, locked);
    if (comingChange(row, unit.now)?.isPaid) throw new Refusal("not_changeable");
    await unit.tx.subscription.update({ where: { id }, data: { ...noPending, updatedAt: unit.now } });
    await unit.audit(caller, { action: "subscription.change_undone", target: `subscription:${id}` });
    return retellRenewal(unit, { ...row, ...noPending, pendingProduct: null });
  },
);
