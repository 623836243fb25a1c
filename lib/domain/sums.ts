import type { Interval } from "./interval";
import { type Movement, movementsOf, type SoldPeriod } from "./movements";
import { graceMs } from "./subscription";

// What one order or one subscription adds to the sums of its store: pure functions of what is stored of it. Whoever sums
// adds what they give and takes away what they gave before. Raise `sumsVersion` with every change of their answers:
// then all stores are summed again.

export const sumsVersion = 2;

/** A row of sums without its values. */
export interface SumKey {
  /**
   * order: orders by the day of UTC on which they were made. paid: what orders brought. product: what their lines
   * brought. link: the same of payment links. way: tries to pay that ended, by when they were begun. failed: orders whose
   * payment failed, by when they were made. ended: what followed periods that ended. subscribers: current ones of a product.
   * The others: movements of subscriptions.
   */
  kind: "order" | "paid" | "product" | "link" | "way" | "failed" | "ended" | "subscribers" | Movement;
  /** Of order, product and subscribers: the product's id, 0 for each order once. Of link: its id. Of stayed: from which month on. Else 0. */
  number: number;
  /** Of order: its payment status and its source. Of way: the network, else the method. Of failed: the reason. Else empty. */
  name: string;
  /** Empty where nothing is counted in money. */
  currency: string;
  /** The start of a quarter of an hour, in milliseconds: days of every zone begin with one. */
  at: number;
}

/** Whether rows are of quarters of an hour or of days of UTC. */
export type Grain = "slot" | "day";

/** Orders are counted by the day; movements once more by the day, which are fewer rows to read. */
export function grainsOf(kind: string): readonly Grain[] {
  if (kind === "order") return ["day"];
  return ["paid", "product", "link", "way", "failed", "ended", "subscribers"].includes(kind)
    ? ["slot"]
    : ["slot", "day"];
}

/** Where the row of this grain begins. */
export function beginOf(grain: Grain, at: number): number {
  const ms = grain === "day" ? dayMs : slotMs;
  return Math.floor(at / ms) * ms;
}

/**
 * `count`: how many; of product, the quantity; of way, those approved; of ended, all. `part`: of way, those refused; of
 * ended, renewed in time. `other`: of way, those refused because nobody answered; of ended, renewed in grace. `yearlyMinor`:
 * what a movement comes to in a year, so that a month is exact.
 */
export interface SumValues {
  count: number;
  part: number;
  other: number;
  minor: bigint;
  yearlyMinor: bigint;
}

export type Addend = SumKey & SumValues;

export interface OrderFacts {
  createdAt: number;
  paymentStatus: string;
  source: string;
  paymentMethod: string;
  paidAt: number | null;
  currency: string;
  totalMinor: bigint;
  refundedMinor: bigint;
  paymentLinkId: number | null;
  /** In their order: of a link the first is what is sold. */
  lines: { productId: number | null; quantity: number; totalMinor: bigint; discountMinor: bigint }[];
  /** Those made at a rail: what the seller took outside was never tried. */
  attempts: {
    createdAt: number;
    way: string;
    currency: string;
    status: string;
    failureReason: string | null;
    amountMinor: bigint;
  }[];
}

export interface SubscriptionSold {
  livemode: boolean;
  status: string;
  productId: number;
  interval: Interval;
  currency: string;
  /** In their order. */
  periods: SoldPeriod[];
}

export const slotMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
const nothing: SumValues = { count: 0, part: 0, other: 0, minor: 0n, yearlyMinor: 0n };

function addend(key: Partial<SumKey> & Pick<SumKey, "kind" | "at">, values: Partial<SumValues>): Addend {
  return { number: 0, name: "", currency: "", ...key, at: beginOf("slot", key.at), ...nothing, ...values };
}

export function addendsOfOrder(order: OrderFacts): Addend[] {
  return [...countedOf(order), ...broughtBy(order), ...triesOf(order), ...failuresOf(order)];
}

/** Once, and once for each product that it has. */
function countedOf({ createdAt, paymentStatus, source, lines }: OrderFacts): Addend[] {
  const products = new Set([0, ...lines.flatMap(({ productId }) => productId ?? [])]);
  const name = orderName(paymentStatus, source);
  return [...products].map((number) => addend({ kind: "order", number, name, at: createdAt }, { count: 1 }));
}

/** How orders of this status and source are named among the sums. */
export function orderName(paymentStatus: string, source: string): string {
  return `${paymentStatus} ${source}`;
}

/** What was free is no payment, and its lines count all the same. */
function broughtBy({
  paidAt,
  currency,
  paymentMethod,
  totalMinor,
  refundedMinor,
  paymentLinkId,
  lines,
}: OrderFacts): Addend[] {
  if (paidAt === null) return [];
  const count = paymentMethod === "free" ? 0 : 1;
  return [
    addend({ kind: "paid", currency, at: paidAt }, { count, minor: totalMinor - refundedMinor }),
    ...lines.flatMap(({ productId, quantity, totalMinor: gross, discountMinor }, place) => {
      const isOfLink = paymentLinkId !== null && place === 0;
      const number = isOfLink ? paymentLinkId : productId;
      if (number === null) return [];
      const kind = isOfLink ? "link" : "product";
      return addend(
        { kind, number, currency, at: paidAt },
        { count: quantity, minor: gross - discountMinor },
      );
    }),
  ];
}

const ended = ["succeeded", "reversed", "failed"];

function triesOf({ attempts }: OrderFacts): Addend[] {
  return attempts
    .filter(({ status }) => ended.includes(status))
    .map(({ createdAt, way, currency, status, failureReason, amountMinor }) => {
      const isRefused = status === "failed";
      return addend(
        { kind: "way", name: way, currency, at: createdAt },
        {
          count: isRefused ? 0 : 1,
          part: isRefused ? 1 : 0,
          other: isRefused && failureReason === "not_approved_in_time" ? 1 : 0,
          minor: status === "succeeded" ? amountMinor : 0n,
        },
      );
    });
}

/** An order whose payment failed counts once for each reason that one of its tries had. */
function failuresOf({ paymentStatus, createdAt, attempts }: OrderFacts): Addend[] {
  if (paymentStatus !== "failed") return [];
  const reasons = attempts.flatMap(({ status, failureReason }) =>
    status === "failed" ? (failureReason ?? []) : [],
  );
  return [...new Set(reasons)].map((name) => addend({ kind: "failed", name, at: createdAt }, { count: 1 }));
}

export function addendsOfSubscription(sub: SubscriptionSold): Addend[] {
  const isCurrent = sub.status === "active" || sub.status === "past_due";
  const live = sub.livemode ? endsOf(sub.periods) : [];
  const current = addend({ kind: "subscribers", number: sub.productId, at: 0 }, { count: 1 });
  return [...(sub.livemode && isCurrent ? [current] : []), ...live, ...moved(sub)];
}

/** Days for free put the end off, so they count in the place of what they followed; trials do not count. */
function endsOf(periods: readonly SoldPeriod[]): Addend[] {
  return periods.flatMap(({ number, kind, endsAt }, index) => {
    const after = periods[index + 1];
    const next = after?.number === number + 1 ? after : undefined;
    if (kind === "trial" || next?.kind === "granted") return [];
    const lateMs = next ? next.paidAt - endsAt : Number.POSITIVE_INFINITY;
    const values = { count: 1, part: lateMs <= 0 ? 1 : 0, other: lateMs > 0 && lateMs <= graceMs ? 1 : 0 };
    return addend({ kind: "ended", at: endsAt }, values);
  });
}

function moved({ periods, interval, status, currency }: SubscriptionSold): Addend[] {
  return movementsOf(periods, interval, status === "cancelled").map(({ kind, at, number, ...values }) =>
    addend({ kind, number, currency, at }, values),
  );
}
