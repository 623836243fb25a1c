import { Prisma, type Tx } from "@/lib/db/client";
import type { ProductRow, SubscriptionRow } from "@/lib/db/rows";
import { smallestMoved } from "@/lib/domain/network";
import {
  type ChangeKind,
  changeNow,
  countedAt,
  creditOf,
  cutsAt,
  dueOf,
  kindOfChange,
  type Plan,
  planAt,
  requireChangeable,
} from "@/lib/domain/plan-change";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { readValuedPeriods } from "./valued-periods";

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
