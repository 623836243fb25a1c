import type { Prisma } from "@/lib/db/client";
import {
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderInclude,
  type SubscriptionRow,
  subscriptionInclude,
} from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { ValuedCustomer } from "@/lib/resources/customer";
import { actsOn, entry, eventsAbout, type HistoryEntry, inOrder } from "@/lib/services/core/history/entries";
import type { Caller, World } from "@/lib/services/core/world";
import { findTwins, type Twin } from "./merge";
import { lastPayments, withValues } from "./publish";
import { customerScope, payerScope } from "./scope";

/** One customer with what they bought here; each list has the newest 20 of the caller's store. */
export interface CustomerDetail {
  customer: ValuedCustomer;
  /** Over all stores of the account. */
  lastPaidAt: Date | null;
  orders: OrderRow[];
  subscriptions: SubscriptionRow[];
  invoices: InvoiceRow[];
  twins: Twin[];
  /** Oldest first. */
  history: HistoryEntry[];
}

const shown = 20;

/** Throws NotFound. */
export async function readCustomerDetail(world: World, caller: Caller, id: number): Promise<CustomerDetail> {
  const customer = await readCustomer(world, caller, id);
  const where = { storeId: caller.storeId, livemode: caller.livemode, customerId: id };
  const newest = { orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }], take: shown };
  const [orders, subscriptions, invoices, paid, twins, acts, events] = await Promise.all([
    world.db.order.findMany({ where, include: orderInclude, ...newest }),
    world.db.subscription.findMany({ where, include: subscriptionInclude, ...newest }),
    world.db.invoice.findMany({ where, include: invoiceInclude, ...newest }),
    lastPayments(world, caller, [id]),
    // Whom to merge is a matter of the whole account.
    caller.onlyStores ? [] : findTwins(world, caller, customer.row),
    actsOn(world, caller, `customer:${id}`),
    eventsAbout(world, caller, `customer/${id}`),
  ]);
  const history = inOrder([
    entry("since", customer.row.customerSince, "plain", { did: "became_customer" }, null),
    ...orders.flatMap(orderEntry),
    ...subscriptions.map(subscriptionEntry),
    ...invoices.flatMap(invoiceEntry),
    ...acts,
    ...events,
  ]);
  return { customer, lastPaidAt: paid.get(id) ?? null, orders, subscriptions, invoices, twins, history };
}

function orderEntry(order: OrderRow): HistoryEntry[] {
  if (!order.paidAt) return [];
  const amount = { minor: order.totalMinor, currency: order.currency };
  const what = { did: "order_paid", values: { amount, number: order.number } } as const;
  return [entry(`order/${order.id}`, order.paidAt, "ok", what, "payer", `/dashboard/orders/${order.id}`)];
}

function subscriptionEntry({ id, startedAt, product }: SubscriptionRow): HistoryEntry {
  return entry(
    id,
    startedAt,
    "ok",
    { did: "subscribed_to", values: { product: product.name } },
    "payer",
    `/dashboard/subscriptions/${id}`,
  );
}

function invoiceEntry({ id, number, sentAt }: InvoiceRow): HistoryEntry[] {
  if (!sentAt) return [];
  const what = { did: "invoice_sent", values: { number } } as const;
  return [entry(`invoice/${id}`, sentAt, "plain", what, null, `/dashboard/invoices/${id}`)];
}

/** One customer of the caller's account and mode. Throws NotFound for a missing one and for another account's. */
export function readCustomer(world: World, caller: Caller, id: number): Promise<ValuedCustomer> {
  return readOne(world, caller, { id, ...customerScope(caller) });
}

/** The same, also for one whom only an unpaid order names. */
export function readPayer(world: World, caller: Caller, id: number): Promise<ValuedCustomer> {
  return readOne(world, caller, { id, ...payerScope(caller) });
}

async function readOne(
  world: World,
  caller: Caller,
  where: Prisma.CustomerWhereInput,
): Promise<ValuedCustomer> {
  const row = await world.db.customer.findFirst({ where });
  if (!row) throw new NotFound();
  const [customer] = await withValues(world.db, caller, [row]);
  if (!customer) throw new NotFound();
  return customer;
}
