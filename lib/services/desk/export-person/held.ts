import { type CustomerRow, subscriptionInclude } from "@/lib/db/rows";
import { toMajorText } from "@/lib/domain/money";
import { planAt } from "@/lib/domain/plan-change";
import type { World } from "@/lib/services/core/world";
import type { Whose } from "../erase/whose";

/** What stores hold about one customer, as plain data: names as in the API, amounts in major units, times in UTC. */
export async function readHeld(world: World, whose: Whose) {
  const { customer, storeIds, orderIds, subscriptionIds, invoiceIds, traces } = whose;
  const stores = await world.db.store.findMany({
    where: { id: { in: storeIds } },
    select: { id: true, name: true, account: { select: { name: true } } },
  });
  const storeName = (id: number) => stores.find((store) => store.id === id)?.name ?? null;
  return {
    seller: stores[0]?.account.name ?? null,
    customer: personOf(customer),
    known_contacts: { emails: traces.emails, phones: traces.phones },
    ...(await readNotes(world, whose)),
    orders: await readOrders(world, orderIds, storeName),
    subscriptions: await readSubscriptions(world, subscriptionIds, storeName),
    invoices: await readInvoices(world, invoiceIds, storeName),
    quotes: await readQuotes(world, whose, storeName),
    messages: await readMessages(world, whose),
    events_published: await world.db.event.findMany({
      where: { storeId: { in: storeIds }, objectId: { in: objectsOf(whose) } },
      select: { id: true, type: true, objectId: true, occurredAt: true },
      orderBy: { createdAt: "asc" },
    }),
  };
}

function personOf(row: CustomerRow) {
  const { id, livemode, name, email, phone, company, country, city, address, status, source } = row;
  const { acceptsMarketing, language, customerSince, createdAt, updatedAt } = row;
  return {
    ...{ id, livemode, name, email, phone, company, country, city, address, status, source },
    ...{ accepts_marketing: acceptsMarketing, language, customer_since: customerSince },
    ...{ created_at: createdAt, updated_at: updatedAt },
  };
}

function objectsOf({ customer, orderIds, subscriptionIds, invoiceIds }: Whose): string[] {
  return [
    ...[`customer/${customer.id}`, ...subscriptionIds],
    ...[...orderIds.map((id) => `order/${id}`), ...invoiceIds.map((id) => `invoice/${id}`)],
  ];
}

async function readNotes({ db }: World, { customer, orderIds }: Whose) {
  const where = { OR: [{ customerId: customer.id }, { orderId: { in: orderIds } }] };
  const [notes, tags] = await Promise.all([
    db.note.findMany({ where, select: { text: true, createdAt: true }, orderBy: { id: "asc" } }),
    db.tag.findMany({ where, select: { name: true }, orderBy: { id: "asc" } }),
  ]);
  return {
    notes: notes.map(({ text, createdAt }) => ({ text, written_at: createdAt })),
    tags: tags.map(({ name }) => name),
  };
}

type StoreName = (id: number) => string | null;

async function readOrders(world: World, ids: number[], storeName: StoreName) {
  const rows = await world.db.order.findMany({
    where: { id: { in: ids } },
    include: {
      items: true,
      attempts: true,
      refunds: true,
      disputes: true,
      delivery: true,
      downloads: withName,
    },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    ...{ store: storeName(row.storeId), number: row.number, currency: row.currency },
    total: fromMinor(row.totalMinor, row.currency),
    refunded: fromMinor(row.refundedMinor, row.currency),
    ...{ payment_status: row.paymentStatus, created_at: row.createdAt, paid_at: row.paidAt },
    ...{ subscriber_ref: row.subscriberRef, answer: row.answer, handover_note: row.handoverNote },
    delivery: row.delivery && (JSON.parse(world.secrets.open(row.delivery.sealed)) as unknown),
    items: row.items.map(({ name, quantity }) => ({ name, quantity })),
    downloads: row.downloads.map(downloadOf),
    payments: row.attempts.map((attempt) => ({
      ...{ rail: attempt.rail, method: attempt.method, network: attempt.network, status: attempt.status },
      phone: attempt.phoneSealed && world.secrets.open(attempt.phoneSealed),
      amount: fromMinor(attempt.amountMinor, attempt.currency),
      ...{ receipt: attempt.receipt, created_at: attempt.createdAt, paid_at: attempt.paidAt },
    })),
    refunds: row.refunds.map(({ amountMinor, currency, reason, status, createdAt }) => ({
      ...{ amount: fromMinor(amountMinor, currency), reason, status, created_at: createdAt },
    })),
    disputes: row.disputes.map(({ amountMinor, currency, reason, state, openedAt }) => ({
      ...{ amount: fromMinor(amountMinor, currency), reason, state, opened_at: openedAt },
    })),
  }));
}

const withName = { include: { deliverable: { select: { name: true } } } } as const;

/** How much of a file they took, and when. */
function downloadOf(row: { deliverable: { name: string }; sentBytes: bigint; firstAt: Date; lastAt: Date }) {
  const { deliverable, sentBytes, firstAt, lastAt } = row;
  return { name: deliverable.name, bytes: Number(sentBytes), first_at: firstAt, last_at: lastAt };
}

async function readSubscriptions(world: World, ids: string[], storeName: StoreName) {
  const rows = await world.db.subscription.findMany({
    where: { id: { in: ids } },
    include: {
      ...subscriptionInclude,
      periods: true,
      changes: { include: { fromProduct: true, toProduct: true }, orderBy: { id: "asc" } },
      consents: { orderBy: { id: "asc" } },
      standingOrders: { orderBy: { createdAt: "asc" } },
      downloads: withName,
    },
    orderBy: { createdAt: "asc" },
  });
  const now = world.clock.now();
  const reasons = await world.db.auditEntry.findMany({
    where: { target: { in: ids }, action: "subscription.cancel_reason" },
    select: { target: true, reason: true },
  });
  return rows.map((row) => ({
    ...{ store: storeName(row.storeId), id: row.id, product: planAt(row, now).product.name, ref: row.ref },
    ...{ metadata: row.metadata, status: row.status, started_at: row.startedAt },
    ...{ cancelled_at: row.cancelledAt, ended_at: row.endedAt, paid_until: row.currentPeriodEnd },
    cancel_reasons: reasons.filter(({ target }) => target === row.id).map(({ reason }) => reason),
    downloads: row.downloads.map(downloadOf),
    periods: row.periods.map(({ kind, startsAt, endsAt, paidMinor, listMinor, currency, paidAt }) => ({
      ...{ kind, starts_at: startsAt, ends_at: endsAt, list: fromMinor(listMinor, currency) },
      ...{ amount: fromMinor(paidMinor, currency), paid_at: paidAt },
    })),
    plan_changes: row.changes.map(({ fromProduct, toProduct, currency, ...change }) => ({
      ...{ from: fromProduct.name, to: toProduct.name, price: fromMinor(change.amountMinor, currency) },
      ...{ unused_time: fromMinor(change.creditMinor, currency) },
      ...{ asked_at: change.createdAt, changed_at: change.appliedAt },
    })),
    renewal: {
      ...{ mode: row.renewalMode, card: row.renewalCard },
      phone: row.renewalPhoneSealed && world.secrets.open(row.renewalPhoneSealed),
      consents: row.consents.map(({ mode, text, givenAt, endedAt, endedBy }) => ({
        ...{ mode, text, given_at: givenAt, ended_at: endedAt, ended_by: endedBy },
      })),
      standing_orders: row.standingOrders.map(({ status, name, text, phoneSealed, createdAt }) => ({
        ...{ status, name, text, phone: phoneSealed && world.secrets.open(phoneSealed), asked_at: createdAt },
      })),
    },
  }));
}

async function readInvoices({ db }: World, ids: number[], storeName: StoreName) {
  const rows = await db.invoice.findMany({
    where: { id: { in: ids } },
    include: { items: true },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    ...{ store: storeName(row.storeId), number: row.number, name: row.customerName },
    ...{ email: row.customerEmail, phone: row.customerPhone, notes: row.notes, currency: row.currency },
    ...{ total: fromMinor(row.totalMinor, row.currency), paid: fromMinor(row.paidMinor, row.currency) },
    ...{ sent_at: row.sentAt, viewed_at: row.viewedAt, paid_at: row.paidAt, cancelled_at: row.cancelledAt },
    items: row.items.map(({ description, unitPriceMinor }) => ({
      ...{ description, unit_price: fromMinor(unitPriceMinor, row.currency) },
    })),
  }));
}

async function readQuotes({ db }: World, { storeIds, traces }: Whose, storeName: StoreName) {
  const rows = await db.quote.findMany({
    where: {
      storeId: { in: storeIds },
      OR: [{ customerEmail: { in: [...traces.emails] } }, { customerPhone: { in: [...traces.phones] } }],
    },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    ...{ store: storeName(row.storeId), number: row.number, name: row.customerName },
    ...{ email: row.customerEmail, phone: row.customerPhone, accepted_by: row.acceptedBy },
    ...{ total: fromMinor(row.totalMinor, row.currency), currency: row.currency },
    ...{ sent_at: row.sentAt, accepted_at: row.acceptedAt, declined_at: row.declinedAt },
  }));
}

/** Those that went to them. Of a message with a key, the key is not in it. */
async function readMessages({ db }: World, whose: Whose) {
  const { emails, phones } = whose.traces;
  const rows = await db.message.findMany({
    where: { storeId: { in: whose.storeIds }, recipient: { in: [...emails, ...phones] } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ channel, recipient, subject, body, status, createdAt }) => ({
    ...{ channel, to: recipient, subject, text: body, status, created_at: createdAt },
  }));
}

function fromMinor(minor: bigint, currency: string): string {
  return `${toMajorText({ minor, currency })} ${currency}`;
}
