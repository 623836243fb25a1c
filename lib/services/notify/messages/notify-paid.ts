import { Prisma } from "@/lib/db/client";
import { type InvoiceRow, type OrderRow, readInvoices, type SubscriptionRow } from "@/lib/db/rows";
import type { AlertEvent } from "@/lib/domain/alerts";
import { decimalText, type Money } from "@/lib/domain/money";
import { fiscalSystemOf } from "@/lib/domain/tax";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import type { Unit } from "@/lib/services/core/world";
import type { AlertKind, MessageKind, ValuesOf } from "./notices";
import { type Addressee, type Notification, notify } from "./notify";

/**
 * Sends the receipt of a paid order of any kind. Call it last in the transaction that pays it, when the subscription
 * has its new period and the invoice its new balance, because it shows them. `late`: the last message to the payer was
 * that we wait, so this one also says not to pay again, and uses both channels. `again`: the key of a request to send
 * it once more, also where the store sends no receipts. `subscription`: its current state, where the caller knows it.
 * The store's own people are told as well, the first time; `receipt` is the provider's reference, for them.
 * `isRecorded`: one of them took the money and recorded it, so they know.
 */
export async function notifyPaid(
  unit: Unit,
  order: OrderRow,
  options: {
    late?: boolean;
    again?: string;
    subscription?: SubscriptionRow;
    receipt?: string;
    isRecorded?: boolean;
  } = {},
): Promise<void> {
  if (!order.livemode) return;
  const { again } = options;
  const paid = await readPaid(unit, order, options.subscription);
  const amount = { minor: order.totalMinor, currency: order.currency };
  const download = downloadUrlOf(unit.world, order);
  const link = `${unit.world.config.siteUrl}/receipt/${order.receiptToken}`;
  const say = <Kind extends Exclude<MessageKind, AlertKind>>(kind: Kind, values: ValuesOf<Kind>) =>
    notify(unit, {
      ...notification(paid, order, {
        kind,
        values,
        key: `order/${order.id}/paid${again ? `/again/${again}` : ""}`,
      }),
      ...(order.taxLabel === null ? {} : { tax: taxOf(order, order.taxLabel, paid.store) }),
      // Nobody but the seller says that this was paid.
      ...(options.isRecorded ? { why: "owed" as const } : {}),
      ...(again ? { store: { ...paid.store, sendsReceipts: true } } : {}),
    });
  const { invoice, subscription } = paid;
  const item = itemOf(paid, order);
  const isFree = order.paymentMethod === "free";
  if (!again && !options.isRecorded && !isFree) {
    const reference = options.receipt ?? order.number;
    const about = { fact: `order/${order.id}/paid`, amount, reference };
    alertAbout(unit, paid, order, "payment", "alert_payment", about);
  }
  if (options.late) {
    await say("payment_came_late", { amount, item, link });
    if (download && !subscription) await notifyDownload(unit, order, "late");
    return;
  }
  if (isFree) {
    const { number } = order;
    if (download && !subscription) return say("receipt_free_download", { item, number, link: download });
    return subscription
      ? say("receipt_free_subscription", { ...subscription, link })
      : say("receipt_free_order", { item, number, link });
  }
  if (subscription) {
    return say("receipt_subscription", { amount, ...subscription, link });
  }
  if (invoice && !invoice.cancelledAt) {
    const balance = { minor: invoice.totalMinor - invoice.paidMinor, currency: invoice.currency };
    if (balance.minor <= 0n) return say("invoice_paid", { amount, invoice: invoice.number, link });
    return say("invoice_part_paid", { amount, invoice: invoice.number, balance, link });
  }
  const { number } = order;
  if (download) return say("receipt_download", { amount, item, number, link: download });
  await say("receipt_order", { amount, item, number, link });
}

/**
 * Sends the buyer the link to what they bought, also where the store sends no receipts. `why` names the occasion, so that
 * each has one message. Nothing where the order opens nothing.
 */
export async function notifyDownload(unit: Unit, order: OrderRow, why: string): Promise<void> {
  const link = downloadUrlOf(unit.world, order);
  if (!link) return;
  const paid = await readPaid(unit, order);
  const values = { item: itemOf(paid, order), number: order.number, link };
  const about = { kind: "download_link" as const, values, key: `order/${order.id}/download/${why}` };
  await notify(unit, notification(paid, order, about));
}

function taxOf(order: OrderRow, label: string, store: { country: string; signsSales: boolean }) {
  const { taxRatePpm, taxMinor: minor, currency } = order;
  const rate = decimalText(BigInt(taxRatePpm), 4);
  // Where the authority signs it, the receipt has its number soon.
  const fiscalSystem = store.signsSales ? null : fiscalSystemOf(store.country);
  return { label, rate, amount: { minor, currency }, fiscalSystem };
}

/**
 * Notifies the payer that a payment, of which we last said that we wait for it, has failed for good. A failure that the
 * payer's page shows at once needs no message. `attempt` is the one that failed.
 */
export async function notifyLateFailure(
  unit: Unit,
  order: OrderRow,
  attempt: { id: string; token: string },
): Promise<void> {
  if (!order.livemode) return;
  const paid = await readPaid(unit, order);
  const values = {
    amount: { minor: order.totalMinor, currency: order.currency },
    item: itemOf(paid, order),
    link: `${unit.world.config.siteUrl}/attempt/${attempt.token}`,
  };
  const fact = `attempt/${attempt.id}/failed`;
  const { amount } = values;
  alertAbout(unit, paid, order, "payment_failed", "alert_payment_failed", { fact, amount });
  const about = { kind: "payment_failed_late" as const, values, key: fact };
  await notify(unit, notification(paid, order, about));
}

/**
 * Notifies the payer, and the store's people, that a refund has arrived, according to the rail. `isByHand`: the seller
 * gave it back themselves, so they know, and it did not go to where the payer paid from.
 */
export async function notifyRefunded(
  unit: Unit,
  order: OrderRow,
  refund: Moved & { isByHand?: boolean },
): Promise<void> {
  if (!order.livemode) return;
  const paid = await readPaid(unit, order);
  const values = {
    amount: { minor: refund.amountMinor, currency: refund.currency },
    item: itemOf(paid, order),
    link: `${unit.world.config.siteUrl}/receipt/${order.receiptToken}`,
  };
  const fact = `refund/${refund.id}`;
  if (!refund.isByHand)
    alertAbout(unit, paid, order, "refund", "alert_refund_done", { fact, amount: values.amount });
  const kind = refund.isByHand ? ("refund_by_hand" as const) : ("refund_done" as const);
  const about = { kind, values, key: fact };
  await notify(unit, notification(paid, order, about));
}

/** Tells the store's people that a refund did not arrive. `hasMail`: a mail of its own says so too. */
export function alertRefundFailed(
  unit: Unit,
  order: OrderRow,
  { id, amountMinor: minor, currency }: Moved,
  hasMail: boolean,
): Promise<void> {
  const about = { fact: `refund/${id}/failed`, amount: { minor, currency }, hasMail };
  return alertPeople(unit, order, "refund", "alert_refund_failed", about);
}

/** A refund, or what a bank asks back. */
interface Moved {
  id: string;
  amountMinor: bigint;
  currency: string;
}

/** Tells the store's people what a bank did about a disputed payment. */
export function alertDispute(
  unit: Unit,
  order: OrderRow,
  { id, amountMinor: minor, currency }: Moved,
  what: "opened" | "won" | "lost",
): Promise<void> {
  const about = { fact: `dispute/${id}/${what}`, amount: { minor, currency }, hasMail: what === "opened" };
  return alertPeople(unit, order, "dispute", `alert_dispute_${what}`, about);
}

/** Tells the store's people that the provider took money back without a dispute. `sourceId` names what was booked. */
export function alertReversed(
  unit: Unit,
  order: OrderRow,
  { sourceId, minor }: { sourceId: string; minor: bigint },
): Promise<void> {
  const about = { fact: `reversal/${sourceId}`, amount: { minor, currency: order.currency } };
  return alertPeople(unit, order, "reversal", "alert_payment_reversed", about);
}

/** Tells the store's people of money that came and waits for their decision. */
export function alertMoneyWaits(
  unit: Unit,
  order: OrderRow,
  money: { fact: string; amount: Money },
): Promise<void> {
  const about = { ...money, path: "/dashboard/tasks" };
  return alertPeople(unit, order, "money_waits", "alert_money_waits", about);
}

async function alertPeople(unit: Unit, order: OrderRow, ...what: Told): Promise<void> {
  if (order.livemode) alertAbout(unit, await readPaid(unit, order), order, ...what);
}

type Told = [
  event: AlertEvent,
  kind: AlertKind,
  about: { fact: string; amount: Money; reference?: string; hasMail?: boolean; path?: string },
];

function alertAbout(
  unit: Unit,
  paid: Pick<Paid, "invoice">,
  order: OrderRow,
  ...[event, kind, about]: Told
): void {
  const { fact, amount, reference, hasMail = false, path = `/dashboard/orders/${order.number}` } = about;
  const payer = order.customer.name.trim() || (order.customer.email ?? order.customer.phone ?? order.number);
  const details = { payer, item: itemOf(paid, order), path, ...(reference ? { reference } : {}) };
  unit.alert({ storeId: order.storeId, event, kind, fact, amount, details, hasMail });
}

/** What was bought, in one word: an invoice's number, the name of the first line, else the order's number. */
function itemOf({ invoice }: Pick<Paid, "invoice">, order: OrderRow): string {
  return invoice?.number ?? order.items[0]?.name ?? order.number;
}

interface Paid {
  store: Awaited<ReturnType<Unit["store"]>>;
  invoice: InvoiceRow | null;
  subscription: { end: Date; plan: string } | null;
}

/** Read again, because the payment has just changed the period and the balance. */
async function readPaid(
  unit: Unit,
  { storeId, invoiceId, subscriptionId }: OrderRow,
  known?: SubscriptionRow,
): Promise<Paid> {
  const store = await unit.store(storeId);
  const [invoice = null] =
    invoiceId === null ? [] : await readInvoices(unit.tx, Prisma.sql`WHERE invoice.id = ${invoiceId}`);
  if (known)
    return { store, invoice, subscription: { end: known.currentPeriodEnd, plan: known.product.name } };
  if (subscriptionId === null) return { store, invoice, subscription: null };
  const [subscription = null] = await unit.tx.$queryRaw<{ end: Date; plan: string }[]>`
    SELECT s.current_period_end AS "end", p.name AS plan FROM subscriptions s JOIN products p ON p.id = s.product_id
    WHERE s.id = ${subscriptionId}`;
  return { store, invoice, subscription };
}

function notification<Kind extends MessageKind>(
  { store, invoice }: Paid,
  { id, customer }: OrderRow,
  about: Pick<Notification<Kind>, "kind" | "values" | "key">,
): Notification<Kind> {
  const to: Addressee = {
    name: customer.name,
    email: customer.email ?? invoice?.customerEmail ?? null,
    phone: customer.phone ?? invoice?.customerPhone ?? null,
    language: customer.language,
  };
  return { store, to, objectId: `order/${id}`, ...about };
}

/** Tells the payer that their goods are on their way or in their hands; once, also if it was taken back in between. */
export async function notifyHandedOver(unit: Unit, order: OrderRow): Promise<void> {
  const { id, customer, items, number, receiptToken, handoverNote } = order;
  const { name, email, phone, language } = customer;
  const link = `${unit.world.config.siteUrl}/receipt/${receiptToken}`;
  const values = { item: items[0]?.name ?? number, number, link };
  const to = {
    store: await unit.store(order.storeId),
    to: { name, email, phone, language },
    objectId: `order/${id}`,
    key: `order/${id}/handed_over`,
  };
  if (handoverNote === null) return notify(unit, { ...to, kind: "handed_over", values });
  await notify(unit, { ...to, kind: "handed_over_note", values: { ...values, reason: handoverNote } });
}
