import type { Prisma, Tx } from "@/lib/db/client";
import { type OrderRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import type { Language } from "@/lib/domain/languages";
import { parseTypedAmount } from "@/lib/domain/money";
import { chargeProblem, networkOf } from "@/lib/domain/network";
import { outsideRail } from "@/lib/domain/outside";
import { countedAt, creditOf, cutsAt } from "@/lib/domain/plan-change";
import { isOwnAccount } from "@/lib/domain/rail-account";
import { amountProblem, Invalid, say } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { refundShares } from "@/lib/domain/transfer";
import { readValuedPeriods } from "@/lib/services/billing/changes/change";
import { readOrder } from "@/lib/services/billing/orders/read";
import type { Shown } from "@/lib/services/core/shown";
import type { Caller, World } from "@/lib/services/core/world";
import { railOf } from "../../rails";

/** The effect of a refund, before anything is written. Amounts in minor units of the order's currency. */
export interface RefundQuote {
  order: OrderRow;
  amountMinor: bigint;
  /** What leaves the seller's wallet. */
  sellerMinor: bigint;
  /** The part of its fee that the service gives back. */
  feeBackMinor: bigint;
  leftMinor: bigint;
  /** Nothing is sent: the seller gives it back themselves, and no wallet is touched. */
  isByHand: boolean;
  /** Of all that is left: the subscription that runs with this payment, of which the seller says whether it ends. */
  subscription: RefundedSubscription | null;
}

export interface RefundedSubscription {
  row: SubscriptionRow;
  /** Nothing else was paid for it. */
  isOnlyPayment: boolean;
  /** What its time is worth in a later change of plan, where it goes on. */
  creditMinor: bigint;
}

/** `amount` in major units as typed in `language`; empty: all that is left. Throws NotFound, or Invalid on `amount` or `form`. */
export async function quoteRefund(
  world: World,
  caller: Caller,
  input: { orderId: number; amount: string; language?: Language },
): Promise<RefundQuote> {
  const order = await readOrder(world, caller, input.orderId);
  const refundable = await readRefundable(world, world.db, order);
  if (!refundable.ok) throw new Invalid({ form: [say(`refund_${refundable.bar}`)] });
  const typed = input.amount.trim();
  const wishedMinor =
    typed === "" ? undefined : read(typed, order.currency, input.language ?? "en", refundable.leftMinor);
  const amountMinor = refundAmount(wishedMinor, refundable, order.currency);
  const { leftMinor, isByHand } = refundable;
  const isWhole = amountMinor === leftMinor;
  const subscription = isWhole ? await readRefunded(world, order) : null;
  return { order, amountMinor, ...refundShares(order, amountMinor), leftMinor, isByHand, subscription };
}

/** The subscription that runs with what an order paid; null where none does. */
export async function readRunning(
  { db, clock }: { db: Pick<Tx, "subscription">; clock: World["clock"] },
  { subscriptionId: id }: OrderRow,
): Promise<SubscriptionRow | null> {
  if (id === null) return null;
  const row = await db.subscription.findUnique({ where: { id }, include: subscriptionInclude });
  return row && hasAccess(row, clock.now()) ? row : null;
}

async function readRefunded(world: World, order: OrderRow): Promise<RefundedSubscription | null> {
  const row = await readRunning(world, order);
  if (!row) return null;
  const periods = await readValuedPeriods(world.db, row.id);
  const after = periods.map((one) => (one.orderId === order.id ? { ...one, backMinor: one.paidMinor } : one));
  const creditMinor = creditOf(cutsAt(after, countedAt(world.clock.now())));
  return { row, isOnlyPayment: row.paymentsCount === 1, creditMinor };
}

/** What the page of a refund says of its order, and until when access stays where its subscription goes on. */
export function refundShown(
  quote: Pick<RefundQuote, "leftMinor" | "amountMinor" | "isByHand"> & {
    subscription: Pick<RefundedSubscription, "row"> | null;
  },
  { currency }: Pick<OrderRow, "currency">,
): Shown {
  const left = { minor: quote.leftMinor, currency };
  const ends = quote.subscription?.row.currentPeriodEnd.toISOString() ?? "";
  return { left, refund: String(quote.amountMinor), ends, by: quote.isByHand ? "hand" : "rail" };
}

/** The amount to refund: the requested amount, or all that is left. Throws Invalid on `amount`. */
export function refundAmount(
  wishedMinor: bigint | undefined,
  { leftMinor, takesParts, network }: Refundable & { ok: true },
  currency: string,
): bigint {
  const minor = wishedMinor ?? leftMinor;
  const left = { minor: leftMinor, currency };
  if (minor <= 0n) throw new Invalid({ amount: [say("amount_above_zero")] });
  if (minor > leftMinor) throw tooMuch(leftMinor, currency);
  if (minor === leftMinor) return minor;
  if (!takesParts) throw new Invalid({ amount: [say("refund_whole", { left })] });
  const row = network === null ? null : networkOf(network);
  if (row && chargeProblem(row, { minor, currency }) === "too_many_decimals")
    throw new Invalid({ amount: [say("whole_amounts_back", { network: row.displayName })] });
  return minor;
}

function read(typed: string, currency: string, language: Language, leftMinor: bigint): bigint {
  const parsed = parseTypedAmount(typed, currency, language);
  if (parsed.ok) return parsed.money.minor;
  if (parsed.problem === "too_large") throw tooMuch(leftMinor, currency);
  throw new Invalid({ amount: [amountProblem(parsed.problem, currency)] });
}

function tooMuch(leftMinor: bigint, currency: string): Invalid {
  return new Invalid({ amount: [say("refund_left", { left: { minor: leftMinor, currency } })] });
}

/** How much of an order can be refunded, and how. */
export type Refundable =
  | {
      ok: true;
      /** The payment that is refunded. */
      attemptId: string;
      rail: string;
      network: string | null;
      leftMinor: bigint;
      /** False: the rail refunds everything or nothing. */
      takesParts: boolean;
      /** The seller took the payment themselves, or into an account whose rail cannot refund: they give it back themselves. */
      isByHand: boolean;
    }
  | { ok: false; bar: RefundBar };

export type RefundBar = "no_provider" | "all_gone" | "not_paid" | "under_way" | "cannot" | "once";

/**
 * Reads how much of an order can be refunded, or why it cannot be refunded now. `db` is the client or a transaction.
 */
export async function readRefundable(
  world: World,
  db: Pick<Tx, "paymentAttempt" | "refund">,
  order: OrderRow,
): Promise<Refundable> {
  if (order.paymentMethod === "free") return no("no_provider");
  if (order.paymentStatus === "refunded") return no("all_gone");
  if (order.paymentStatus !== "paid" && order.paymentStatus !== "partially_refunded") return no("not_paid");
  const open = await db.refund.count({ where: { orderId: order.id, ...underWay } });
  if (open > 0) return no("under_way");
  const attempt = await db.paymentAttempt.findFirst({
    where: { orderId: order.id, storeId: order.storeId, status: "succeeded", suspenseReason: null },
  });
  const leftMinor = order.totalMinor - order.refundedMinor;
  if (attempt?.rail === outsideRail) {
    const byHand = { rail: outsideRail, network: null, takesParts: true, isByHand: true };
    return { ok: true, attemptId: attempt.id, leftMinor, ...byHand };
  }
  const rail = attempt && railOf(world, attempt.rail);
  if (attempt && (await goesByHand(world, db, attempt, leftMinor))) {
    const byHand = { rail: attempt.rail, network: null, takesParts: true, isByHand: true };
    return { ok: true, attemptId: attempt.id, leftMinor, ...byHand };
  }
  if (!attempt || !rail?.refund || rail.capabilities.refund === "none") return no("cannot");
  const takesParts = rail.capabilities.refund === "partial";
  if (!takesParts && order.refundedMinor > 0n) return no("once");
  const byRail = { rail: rail.id, network: attempt.network, takesParts, isByHand: false };
  return { ok: true, attemptId: attempt.id, leftMinor, ...byRail };
}

/** What is in the store's own account is theirs to give back, also where its rail cannot. */
export function returnsByHand(world: Pick<World, "rails">, key: string): boolean {
  const rail = railOf(world, key);
  return isOwnAccount(key) && (!rail?.refund || rail.capabilities.refund === "none");
}

/** The same of what is left of one payment: also where its rail said that it can send it to nobody. */
async function goesByHand(
  world: Pick<World, "rails">,
  db: Pick<Tx, "refund">,
  { id: attemptId, rail }: { id: string; rail: string },
  leftMinor: bigint,
): Promise<boolean> {
  if (returnsByHand(world, rail)) return true;
  return isOwnAccount(rail) && failedForGood(db, { attemptId, NOT: fromSuspense }, leftMinor);
}

/** Whether such a refund failed so that no other try makes it good; an amount is refused for this amount alone. */
export async function failedForGood(
  db: Pick<Tx, "refund">,
  which: Prisma.RefundWhereInput,
  amountMinor: bigint,
): Promise<boolean> {
  const never = [
    { failureReason: { in: ["recipient_not_found", "account_invalid"] } },
    { failureReason: "amount_out_of_range", amountMinor },
  ];
  return (await db.refund.count({ where: { ...which, status: "failed", OR: never } })) > 0;
}

/** A refund of money in suspense: it took nothing from the wallet. */
export const fromSuspense = { pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n };

/** Refunds of what an order paid that have not ended. */
const underWay = {
  status: { in: ["queued", "sent"] },
  NOT: fromSuspense,
} satisfies Prisma.RefundWhereInput;

/** Those of these orders of which something is on its way back. */
export async function goingBack(world: World, caller: Caller, orders: { id: number }[]) {
  const orderId = { in: orders.map(({ id }) => id) };
  const where = { storeId: caller.storeId, orderId, ...underWay };
  const rows = await world.db.refund.findMany({ where, select: { orderId: true } });
  return new Set(rows.map((row) => row.orderId));
}

function no(bar: RefundBar): Refundable {
  return { ok: false, bar };
}
