import type { Prisma } from "@/lib/db/client";
import type { OrderRow, SubscriptionRow } from "@/lib/db/rows";
import type { Unit, World } from "@/lib/services/core/world";
import type { MessageKind, ValuesOf } from "./notices";
import { type Addressee, type Notification, notify } from "./notify";

/**
 * Sends the receipt of a paid order of any kind. Call it last in the transaction that pays it, when the subscription
 * has its new period and the invoice its new balance, because it shows them. `late`: the last message to the payer was
 * that we wait, so this one also says not to pay again, and uses both channels. `again`: the key of a request to send
 * it once more, also where the store sends no receipts. `subscription`: its current state, where the caller knows it.
 */
export async function notifyPaid(
  world: World,
  unit: Unit,
  order: OrderRow,
  options: { late?: boolean; again?: string; subscription?: SubscriptionRow } = {},
): Promise<void> {
  if (!order.livemode) return;
  const { again } = options;
  const paid = await readPaid(unit, order, options.subscription);
  const amount = { minor: order.totalMinor, currency: order.currency };
  const link = `${world.config.siteUrl}/receipt/${order.receiptToken}`;
  const say = <Kind extends MessageKind>(kind: Kind, values: ValuesOf<Kind>) =>
    notify(world, unit, {
      ...notification(paid, order, {
        kind,
        values,
        key: `order/${order.id}/paid${again ? `/again/${again}` : ""}`,
      }),
      ...(again ? { store: { ...paid.store, sendsReceipts: true } } : {}),
    });
  const { invoice, subscription } = paid;
  const item = invoice?.number ?? order.items[0]?.name ?? order.number;
  if (options.late) return say("payment_came_late", { amount, item, link });
  if (subscription) {
    return say("receipt_subscription", { amount, ...subscription, link });
  }
  if (invoice && !invoice.cancelledAt) {
    const balance = { minor: invoice.totalMinor - invoice.paidMinor, currency: invoice.currency };
    if (balance.minor <= 0n) return say("invoice_paid", { amount, invoice: invoice.number, link });
    return say("invoice_part_paid", { amount, invoice: invoice.number, balance, link });
  }
  await say("receipt_order", { amount, item, number: order.number, link });
}

/**
 * Notifies the payer that a payment, of which we last said that we wait for it, has failed for good. A failure that the
 * payer's page shows at once needs no message. `attempt` is the one that failed.
 */
export async function notifyLateFailure(
  world: World,
  unit: Unit,
  order: OrderRow,
  attempt: { id: string; token: string },
): Promise<void> {
  if (!order.livemode) return;
  const paid = await readPaid(unit, order);
  const values = {
    amount: { minor: order.totalMinor, currency: order.currency },
    item: paid.invoice?.number ?? order.items[0]?.name ?? order.number,
    link: `${world.config.siteUrl}/attempt/${attempt.token}`,
  };
  const about = { kind: "payment_failed_late" as const, values, key: `attempt/${attempt.id}/failed` };
  await notify(world, unit, notification(paid, order, about));
}

/** Notifies the payer that a refund has arrived, according to the rail. */
export async function notifyRefunded(
  world: World,
  unit: Unit,
  order: OrderRow,
  refund: { id: string; amountMinor: bigint; currency: string },
): Promise<void> {
  if (!order.livemode) return;
  const paid = await readPaid(unit, order);
  const values = {
    amount: { minor: refund.amountMinor, currency: refund.currency },
    item: paid.invoice?.number ?? order.items[0]?.name ?? order.number,
    link: `${world.config.siteUrl}/receipt/${order.receiptToken}`,
  };
  const about = { kind: "refund_done" as const, values, key: `refund/${refund.id}` };
  await notify(world, unit, notification(paid, order, about));
}

interface Paid {
  store: Awaited<ReturnType<Unit["store"]>>;
  invoice: Prisma.InvoiceGetPayload<object> | null;
  subscription: { end: Date; plan: string } | null;
}

/** Read again, because the payment has just changed the period and the balance. */
async function readPaid(
  unit: Unit,
  { storeId, invoiceId, subscriptionId }: OrderRow,
  known?: SubscriptionRow,
): Promise<Paid> {
  const store = await unit.store(storeId);
  const invoice =
    invoiceId === null ? null : await unit.tx.invoice.findUniqueOrThrow({ where: { id: invoiceId } });
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
