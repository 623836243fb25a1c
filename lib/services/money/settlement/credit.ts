import { Prisma } from "@/lib/db/client";
import { assigned } from "@/lib/db/columns";
import type { AttemptRow, OrderRow, SubscriptionRow } from "@/lib/db/rows";
import type { LedgerEntry } from "@/lib/domain/ledger-accounts";
import { isCalledOff, orderKind, pay, type SoldKind } from "@/lib/domain/order";
import { outsideRail } from "@/lib/domain/outside";
import { paymentSettled, suspenseReceived } from "@/lib/domain/posting";
import { isOwnAccount } from "@/lib/domain/rail-account";
import type { Settlement } from "@/lib/providers/rails/port";
import { orderEventData } from "@/lib/resources/order";
import { prepareInvoicePayment } from "@/lib/services/billing/invoices/record";
import { cardHash } from "@/lib/services/billing/renewal/renewing";
import { giveDeliverables } from "@/lib/services/catalog/deliverables/give";
import { keepRedemption, lockRedemption, type Redeemed } from "@/lib/services/catalog/discounts/redeem";
import { countLinkPayment } from "@/lib/services/catalog/payment-links/pay";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { postHeld } from "@/lib/services/core/ledger/hold";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyPaid } from "@/lib/services/notify/messages/notify-paid";
import { rememberPayer } from "../checkout/customer";
import { forgetPrompts } from "../checkout/prompt-limit";
import { prepareSubscription, recordPaid } from "../checkout/subscription";
import { beginRenewing } from "../renewal/on-manage-page";
import { queueReturn } from "../tasks/suspense";
import type { LockedAttempt } from "./lock-attempt";

/** The money came as requested: the order is paid, its goods are fulfilled, and the wallet is credited. */
export async function credit(unit: Unit, attempt: LockedAttempt, settlement: Settlement): Promise<void> {
  const paidAt = paidTime(unit, attempt, settlement);
  recordSuccess(unit, attempt, settlement, paidAt);
  const { payerPhone, receipt, instrument } = settlement;
  const { order, restMinor } = await payOrder(unit, paidBy(attempt), paidAt, {
    ...{ payerPhone, receipt, instrument },
  });
  const entry = paymentSettled({ ...order, railCostMinor: costOf(settlement) });
  await postPayment(unit, attempt, order, entry);
  if (restMinor > 0n) await returnRest(unit, attempt, restMinor);
}

/** A locked order whose money is good, and the attempt that brought it; null where nothing was to pay. */
export interface PaidOrder {
  order: OrderRow;
  attempt: AttemptRow | null;
}

export function paidBy({ order, ...attempt }: LockedAttempt): PaidOrder {
  return { order, attempt };
}

/**
 * Marks the order as paid and fulfils it, for every source of the decision that its money is good. The caller posts to
 * the ledger: `restMinor` is the part of the order's total that is no longer owed.
 */
export async function payOrder(
  unit: Unit,
  { order: written, attempt }: PaidOrder,
  paidAt: Date,
  { payerPhone, receipt, instrument }: Pick<Settlement, "payerPhone" | "receipt" | "instrument"> = {},
): Promise<{ order: OrderRow; restMinor: bigint }> {
  const redeemed = await lockRedemption(unit, written);
  const fulfilment = await prepare(unit, { order: written, attempt }, redeemed, paidAt, instrument);
  const unpaid = fulfilment.order ?? written;
  const { kinds, items } = await soldIn(unit, unpaid);
  const { paymentStatus, orderStatus, fulfillmentStatus } = pay(unpaid, kinds);
  const columns = {
    paymentStatus,
    orderStatus,
    fulfillmentStatus,
    ...fulfilment.columns,
    paymentMethod: attempt?.method ?? ("free" as const),
    ownAccount: attempt && isOwnAccount(attempt.rail) ? attempt.rail : null,
    paidAt,
    updatedAt: unit.now,
  };
  unit.tx.$send(Prisma.sql`UPDATE orders SET ${assigned(columns)} WHERE id = ${unpaid.id}`);
  const asked = attempt?.phoneSealed ? unit.world.secrets.open(attempt.phoneSealed) : null;
  if (asked) forgetPrompts(unit, unpaid.storeId, asked);
  const phone = payerPhone ?? asked;
  const isNew = await rememberPayer(unit, unpaid, phone);
  const customer = isNew && phone ? { ...unpaid.customer, phone } : unpaid.customer;
  const order = { ...unpaid, ...columns, items, customer };
  emitPaid(unit, order, paidAt);
  const subscription = await fulfilment.tell(order);
  await keepRedemption(unit, order, redeemed, paidAt);
  const promptExpiresAt = attempt?.promptExpiresAt ?? null;
  const late = promptExpiresAt !== null && unit.now > promptExpiresAt;
  await notifyPaid(unit, order, {
    late,
    ...(subscription ? { subscription } : {}),
    ...(receipt ? { receipt } : {}),
    isRecorded: attempt?.rail === outsideRail,
  });
  return { order, restMinor: fulfilment.restMinor };
}

/** What is locked and decided before the order is paid, and published after `order.paid`. */
interface Fulfilment {
  columns: Partial<Omit<OrderRow, "customer" | "items">>;
  /** The order, where it was made smaller. */
  order?: OrderRow;
  /** The part that is no longer owed: it is returned to the payer. */
  restMinor: bigint;
  /** Returns the subscription in its new state, or null where the order is for none. */
  tell(order: OrderRow): Promise<SubscriptionRow | null>;
}

async function prepare(
  unit: Unit,
  { order, attempt }: PaidOrder,
  redeemed: Redeemed | null,
  paidAt: Date,
  card: Settlement["instrument"],
): Promise<Fulfilment> {
  switch (orderKind(order)) {
    case "subscription": {
      const kind = attempt ? "paid" : "free";
      const prepared = await prepareSubscription(unit, order, paidAt, { kind, redeemed });
      const paidBy = { orderId: order.id, attemptId: attempt?.id ?? null };
      return {
        columns: { subscriptionId: prepared.row.id },
        restMinor: 0n,
        tell: async ({ customer }) => {
          const row = await recordPaid(unit, prepared, paidBy, customer);
          return attempt?.consent ? beginRenewing(unit, row, attempt, card, customer) : row;
        },
      };
    }
    case "payment_link":
      return {
        columns: { holdsSlot: true },
        restMinor: 0n,
        tell: async () => {
          await countLinkPayment(unit.world, unit, order, paidAt);
          return null;
        },
      };
    case "invoice":
      return prepareInvoicePayment(unit, order, paidAt);
    default:
      return { columns: {}, restMinor: 0n, tell: async () => null };
  }
}

interface Sold {
  kinds: SoldKind[];
  /** The order's lines, as they are now. */
  items: OrderRow["items"];
}

/** For a product its kind and what it delivers decide what is left to fulfil; the other sources leave nothing. */
async function soldIn(unit: Unit, order: OrderRow): Promise<Sold> {
  const { items } = order;
  switch (orderKind(order)) {
    case "payment_link":
      return { kinds: ["link"], items };
    case "invoice":
      return { kinds: ["invoice"], items };
    case "subscription":
      return { kinds: ["subscription"], items };
    default:
      return giveSold(unit, order);
  }
}

/** An order that its seller cancelled gets nothing: its money goes back. */
async function giveSold(unit: Unit, order: OrderRow): Promise<Sold> {
  const ids = order.items.flatMap(({ productId }) => (productId === null ? [] : [productId]));
  const select = { id: true, kind: true, name: true, delivers: true };
  const sold = await unit.tx.product.findMany({ where: { id: { in: ids } }, select });
  // Sold face to face: the buyer left with all but what is delivered by itself.
  const isManual = order.source === "manual";
  const given = isManual ? sold.filter(({ delivers }) => delivers) : sold;
  const delivering = new Set(sold.filter(({ delivers }) => delivers).map(({ id }) => id));
  const items = order.items.map((item) =>
    item.productId !== null && delivering.has(item.productId) ? { ...item, delivers: true } : item,
  );
  if (isCalledOff(order)) return { kinds: sold.map(({ kind }) => kind), items };
  const kinds = await giveDeliverables(unit, order, given);
  return { kinds: isManual ? kinds.filter((kind) => kind === "unready") : kinds, items };
}

/**
 * The time of payment by the rail's word, but not before the attempt began and not after now. A rail that gives no time
 * may report hours later: a prompt must be approved before it expires, so the payment was made by then.
 */
export function paidTime(
  unit: Unit,
  attempt: { createdAt: Date; promptExpiresAt: Date | null },
  { paidAt, isHeard }: Settlement,
): Date {
  const { createdAt, promptExpiresAt } = attempt;
  const latest = isHeard && promptExpiresAt && promptExpiresAt < unit.now ? promptExpiresAt : unit.now;
  if (paidAt < createdAt) return createdAt;
  return paidAt > latest ? latest : paidAt;
}

/** Stores what every successful payment has, credited or in suspense. */
export function recordSuccess(
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
  paidAt: Date,
  suspenseReason: string | null = null,
): void {
  const sameRef = attempt.railRef === null && suspenseReason !== "wrong_reference";
  const data = {
    status: "succeeded",
    failureReason: null,
    suspenseReason,
    railRef: sameRef ? settlement.railRef : attempt.railRef,
    receipt: settlement.receipt ?? null,
    instrumentHash: paidWith(unit.world, attempt, settlement),
    settledRef: settlement.railRef,
    railFeeMinor: costOf(settlement),
    paidAt,
    settledAt: unit.now,
    nextPollAt: null,
  };
  unit.tx.$send(Prisma.sql`UPDATE payment_attempts SET ${assigned(data)} WHERE id = ${attempt.id}::uuid`);
}

/** The card that paid, where the rail says which one it was; else the phone that was asked. */
function paidWith(world: World, { rail, instrumentHash }: LockedAttempt, { card, instrument }: Settlement) {
  const fingerprint = instrument?.fingerprint ?? card?.fingerprint;
  return fingerprint ? cardHash(world, rail, fingerprint) : instrumentHash;
}

/** The rail's fee, where it is given in the currency of the payment. */
export function costOf({ fee, amount }: Settlement): bigint {
  return fee && fee.currency === amount.currency ? fee.minor : 0n;
}

function emitPaid(unit: Unit, order: OrderRow, at: Date): void {
  unit.emit({
    type: "order.paid",
    storeId: order.storeId,
    livemode: true,
    objectId: `order/${order.id}`,
    sequence: 1,
    dedupeKey: `order/${order.id}/paid`,
    at,
    data: orderEventData(order, unit.world.config.siteUrl, downloadUrlOf(unit.world, order)),
  });
}

/** Books what an order was paid. Last, because the balances of the service are shared by all stores. */
export async function postPayment(
  unit: Unit,
  { id: attemptId, rail }: LockedAttempt,
  { storeId, currency, netMinor }: OrderRow,
  entry: LedgerEntry,
): Promise<void> {
  await postHeld(
    unit,
    { ...entry, sourceId: attemptId, storeId, rail, currency },
    { attemptId, amountMinor: netMinor },
  );
}

async function returnRest(unit: Unit, attempt: LockedAttempt, restMinor: bigint): Promise<void> {
  const { id: sourceId, storeId, rail, currency } = attempt;
  await queueReturn(unit, attempt, { minor: restMinor, currency }, "overpaid");
  await unit.post({ ...suspenseReceived({ amountMinor: restMinor }), sourceId, storeId, rail, currency });
  await unit.raiseTask({
    storeId,
    kind: "suspense",
    subject: sourceId,
    details: { order: attempt.order.number, reason: "overpaid", got: `${currency} ${restMinor}` },
  });
}
