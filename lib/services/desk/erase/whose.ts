import type { Prisma } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { type SubscriptionFacts, statusAt } from "@/lib/domain/subscription";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { erasedName, type Traces } from "@/lib/domain/traces";
import { parsePhone } from "@/lib/providers/phone";
import type { Unit, World } from "@/lib/services/core/world";

/** What belongs to one customer, in all stores of the account. */
export interface Whose {
  customer: CustomerRow;
  storeIds: number[];
  orderIds: number[];
  subscriptionIds: string[];
  invoiceIds: number[];
  attemptIds: string[];
  refundIds: string[];
  traces: Traces;
}

/** A transaction, or the client. */
type Reads = { tx: Omit<Unit["tx"], "$send"> };

/** Finds it all, or what is in these stores; a test customer has subscriptions alone. */
export async function findWhose(
  world: Pick<World, "secrets">,
  { tx }: Reads,
  customer: CustomerRow,
  onlyStores?: readonly number[],
): Promise<Whose> {
  const { id: customerId, accountId, livemode } = customer;
  const inStores = onlyStores ? { storeId: { in: [...onlyStores] } } : {};
  const where = { accountId, livemode, customerId, ...inStores };
  const [stores, orders, subscriptions, invoices] = await Promise.all([
    tx.store.findMany({
      where: { accountId, ...(onlyStores ? { id: { in: [...onlyStores] } } : {}) },
      select: { id: true },
    }),
    tx.order.findMany({ where, select: { id: true } }),
    tx.subscription.findMany({ where, select: { id: true } }),
    tx.invoice.findMany({
      where: { accountId, ...inStores, OR: [{ customerId }, drafted(customer)] },
      select: { id: true, customerName: true, customerEmail: true, customerPhone: true },
    }),
  ]);
  const orderIds = orders.map(({ id }) => id);
  const of = { orderId: { in: orderIds } };
  const [attempts, refunds] = await Promise.all([
    tx.paymentAttempt.findMany({ where: of, select: { id: true, phoneSealed: true } }),
    tx.refund.findMany({ where: of, select: { id: true } }),
  ]);
  const found = {
    customer,
    storeIds: stores.map(({ id }) => id),
    orderIds,
    subscriptionIds: subscriptions.map(({ id }) => id),
    invoiceIds: invoices.map(({ id }) => id),
    attemptIds: attempts.map(({ id }) => id),
    refundIds: refunds.map(({ id }) => id),
  };
  const open = (sealed: Uint8Array | null) => (sealed ? [world.secrets.open(sealed)] : []);
  const places = await placesOf(world, { tx }, orderIds);
  const contacts = await contactsOf(world, { tx }, found.subscriptionIds);
  const values = (...all: (string | null)[]) => [...new Set(all.filter((value) => value !== null))];
  const names = values(
    customer.name,
    ...invoices.map((one) => one.customerName),
    ...places.map(({ name }) => name),
  );
  return {
    ...found,
    traces: {
      names: names.filter((name) => name !== erasedName),
      emails: values(customer.email, ...invoices.map((one) => one.customerEmail), ...contacts.filter(isMail)),
      phones: values(
        ...[customer.phone, ...invoices.map((one) => one.customerPhone), ...places.map(({ phone }) => phone)],
        ...[
          ...attempts.flatMap(({ phoneSealed }) => open(phoneSealed)),
          ...contacts.filter((one) => !isMail(one)),
        ],
      ),
      texts: values(customer.company, customer.address, ...places.flatMap(({ place }) => place.split("\n"))),
    },
  };
}

/** A draft knows its customer by what was typed, until it is sent. */
function drafted({ email, phone }: CustomerRow): Prisma.InvoiceWhereInput {
  const known = [...(email ? [{ customerEmail: email }] : []), ...(phone ? [{ customerPhone: phone }] : [])];
  return { customerId: null, OR: known };
}

const isMail = (contact: string) => contact.includes("@");

async function placesOf(world: Pick<World, "secrets">, { tx }: Reads, orderIds: number[]) {
  const rows = await tx.orderDelivery.findMany({ where: { orderId: { in: orderIds } } });
  // Safe: only `keepDelivery` seals them.
  return rows.map(
    ({ sealed }) => JSON.parse(world.secrets.open(sealed)) as { name: string; phone: string; place: string },
  );
}

/** The contacts that a subscriber had, or wanted to have. */
async function contactsOf(
  world: Pick<World, "secrets">,
  { tx }: Reads,
  subscriptionIds: string[],
): Promise<string[]> {
  const where = { subscriptionId: { in: subscriptionIds } };
  const [proofs, codes, undos] = await Promise.all([
    tx.proof.findMany({ where, select: { valueSealed: true } }),
    tx.contactCode.findMany({ where, select: { valueSealed: true } }),
    tx.contactUndo.findMany({ where, select: { oldSealed: true, newSealed: true } }),
  ]);
  const sealed = [
    ...[...proofs, ...codes].map(({ valueSealed }) => valueSealed),
    ...undos.flatMap((one) => [one.oldSealed, one.newSealed]),
  ];
  return sealed.flatMap((one) => (one ? [world.secrets.open(one)] : []));
}

/** An e-mail, or a phone in E.164. */
export type Contact = { email: string } | { phone: string };

/** What an operator typed to name a person at every seller. Throws Invalid on `contact`. */
export function personContact(typed: string): Contact {
  const email = normalizeEmail(typed);
  if (isEmail(email)) return { email };
  // Sellers are in many countries, so a number without a calling code names nobody.
  const read = parsePhone(typed, "KE", { anyCountry: true });
  if (!read.ok || !typed.trim().startsWith("+")) throw new Invalid({ contact: [say("contact_of_person")] });
  return { phone: read.phone };
}

/**
 * Refuses while something of this customer still goes on: what they paid for, money on its way, and what they owe need a
 * person. Throws Invalid on `form` with what is to be done first.
 */
export async function refuseWhileOpen(unit: Pick<Unit, "tx" | "now">, whose: Whose): Promise<void> {
  const open = [
    await openSubscription(unit, whose),
    await openMoney(unit, whose),
    await openInvoice(unit, whose),
    await openSchedule(unit, whose),
  ].filter((problem) => problem !== null);
  if (open.length > 0) throw new Invalid({ form: open });
}

async function openSubscription(
  { tx, now }: Pick<Unit, "tx" | "now">,
  whose: Whose,
): Promise<Problem | null> {
  const rows = await tx.subscription.findMany({
    where: { id: { in: whose.subscriptionIds } },
    include: { product: { select: { name: true } } },
  });
  const runs = (row: SubscriptionFacts) => ["active", "past_due"].includes(statusAt(row, now));
  const open = rows.find(runs);
  return open ? say("erase_subscription", { product: open.product.name }) : null;
}

async function openMoney({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const of = { orderId: { in: whose.orderIds } };
  const [attempts, refunds, disputes, suspended] = await Promise.all([
    tx.paymentAttempt.count({ where: { ...of, status: { in: ["created", "pending", "unknown"] } } }),
    tx.refund.count({ where: { ...of, status: { in: ["queued", "sent"] } } }),
    tx.dispute.count({ where: { ...of, state: "open" } }),
    tx.task.count({ where: { kind: "suspense", subject: { in: whose.attemptIds }, resolvedAt: null } }),
  ]);
  return attempts + refunds + disputes + suspended > 0 ? say("erase_money") : null;
}

async function openInvoice({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const open = await tx.invoice.findFirst({
    where: { id: { in: whose.invoiceIds }, sentAt: { not: null }, paidAt: null, cancelledAt: null },
    select: { number: true },
  });
  return open && say("erase_invoice", { number: open.number });
}

async function openSchedule({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const open = await tx.recurringInvoice.count({ where: { ...addressedTo(whose), endedAt: null } });
  return open > 0 ? say("erase_recurring") : null;
}

/** Quotes and schedules know a customer by their contact alone. */
export function addressedTo({ storeIds, traces: { emails, phones } }: Pick<Whose, "storeIds" | "traces">) {
  return {
    storeId: { in: storeIds },
    OR: [{ customerEmail: { in: [...emails] } }, { customerPhone: { in: [...phones] } }],
  };
}
