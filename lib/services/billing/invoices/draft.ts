import type { z } from "zod";
import { type InvoiceRow, invoiceInclude } from "@/lib/db/rows";
import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import { isHandedOver } from "@/lib/domain/invoice";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { parsePhone } from "@/lib/providers/phone";
import { dayColumn } from "@/lib/resources/invoice";
import {
  type ChannelOutcome,
  type InvoiceChannel,
  type InvoiceTerms,
  isCustomerId,
  missingAddresses,
  NewInvoice,
  newInvoice,
} from "@/lib/resources/invoice-input";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { mayConfirmedSend } from "@/lib/services/people/accounts/quota";
import { yieldProspects } from "@/lib/services/people/customers/contact";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { customerScope } from "@/lib/services/people/customers/scope";
import { takeInvoiceNumber } from "./numbering";
import { paperShown, readInvoice } from "./read";
import { DeliveryFailed, sendInvoice } from "./send";

export interface CreatedInvoice {
  invoice: InvoiceRow;
  /** The outcome of each channel of `send`; empty where nothing was to be sent. */
  deliveries: ChannelOutcome[];
}

/**
 * Creates an invoice; with `send` it is sent at once (spec, POST /invoices). If no channel took it, it stays a draft
 * and `deliveries` has the reasons: the invoice itself exists. Throws Invalid by field or the Refusal
 * `email_unverified`, and then nothing was created. `once` runs the part that a repeated request must not do again.
 */
export async function createInvoice(
  world: World,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
  once: (work: (world: World) => Promise<string>) => Promise<string> = (work) => work(world),
): Promise<CreatedInvoice> {
  if (body.send?.length) await mayConfirmedSend(world, caller.accountId, body.send);
  const draft = async (joined: World) => String((await draftInvoice(joined, caller, body)).id);
  const id = Number(await once(draft));
  const channels = body.send ?? [];
  if (channels.length === 0) return { invoice: await readInvoice(world, caller, id), deliveries: [] };
  try {
    return await sendInvoice(world, caller, id, channels);
  } catch (error) {
    return { invoice: await readInvoice(world, caller, id), deliveries: whyNot(error, channels) };
  }
}

/** The invoice was created, so the reason why it was not sent is returned with it. */
function whyNot(error: unknown, channels: readonly InvoiceChannel[]): ChannelOutcome[] {
  if (error instanceof DeliveryFailed) return [...error.deliveries];
  if (!(error instanceof Refusal && error.code === "sending_limit")) throw error;
  return channels.map((channel) => ({ channel, status: "failed", reason: say("refusal.sending_limit") }));
}

/**
 * Saves a draft with its number and totals; nothing is sent. Throws Invalid by field, also for channels without an
 * address.
 */
export async function draftInvoice(
  world: World,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  const { storeId, accountId } = caller;
  return transact(world, async (unit) => {
    const { currency, items, columns } = await readTerms(unit, caller, body);
    const row = await unit.tx.invoice.create({
      data: {
        ...{ ...columns, storeId, accountId, currency },
        token: composeToken(world.random.bytes(24)),
        number: await takeInvoiceNumber(unit, storeId),
        ...{ createdAt: unit.now, updatedAt: unit.now },
      },
    });
    await writeItems(unit, { storeId, invoiceId: row.id }, items);
    await unit.audit(caller, { action: "invoice.created", target: `invoice:${row.id}` });
    return unit.tx.invoice.findUniqueOrThrow({ where: { id: row.id }, include: invoiceInclude });
  });
}

async function writeItems(
  unit: Unit,
  of: { storeId: number; invoiceId: number },
  items: InvoiceTerms["items"],
): Promise<void> {
  await unit.tx.invoiceItem.createMany({
    data: items.map((item, position) => ({ ...item, ...of, position })),
  });
}

/** What a body says, read as the store's: its currency, its day, and the phones of its country. */
async function termsOf(unit: Unit, { storeId }: Caller, body: z.output<typeof NewInvoice>) {
  const { currency, country, timeZone } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const readPhone = (text: string) => {
    const read = parsePhone(text, country, { anyCountry: true });
    return read.ok ? { phone: read.phone } : { problem: read.message };
  };
  const terms = newInvoice(body, { currency, today: civilDateIn(unit.now, timeZone), readPhone });
  return { currency, terms };
}

/** Reads the invoice's columns, totals and customer from a request body. Throws Invalid by field. */
async function readTerms(unit: Unit, caller: Caller, body: z.output<typeof NewInvoice>) {
  const { currency, terms } = await termsOf(unit, caller, body);
  const customerId = terms.customerId !== null && !isCustomerId(terms.customerId) ? 0 : terms.customerId;
  const customer = await customerOf(unit, caller, { ...terms, customerId });
  const addresses = { customerEmail: customer.email, customerPhone: customer.phone };
  const unreachable = missingAddresses(addresses, terms.send);
  if (unreachable) throw unreachable;
  const { items, send: _, dueOn, ...columns } = terms;
  const due = dueOn === null ? null : dayColumn(dueOn);
  return { currency, items, columns: { ...columns, ...addresses, customerId: customer.id, dueOn: due } };
}

/**
 * Replaces the content of a draft and keeps its number. An invoice that was handed over cannot change: Invalid on
 * `form`. Throws NotFound, Changed, or Invalid by field.
 */
export async function editDraft(
  world: World,
  seller: Seller,
  id: number,
  body: z.output<typeof NewInvoice>,
): Promise<InvoiceRow> {
  permit(seller, "invoice.change");
  const { storeId } = seller;
  return transact(world, async (unit) => {
    await unit.tx
      .$queryRaw`SELECT 1 FROM invoices WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`;
    const found = await unit.tx.invoice.findFirst({ where: { id, storeId }, include: invoiceInclude });
    if (!found) throw new NotFound();
    if (isHandedOver(found) || found.cancelledAt || (await isBeingPaid(unit, found)))
      throw new Invalid({ form: [say("not_draft")] });
    requireShown(world, seller, `invoice/${id}`, paperShown(found));
    const { items, columns } = await readTerms(unit, seller, {
      ...body,
      // A customer known by id only would be lost: the form contains no ids.
      ...(found.customerId !== null && sameAddresses(found, body) ? { customer_id: found.customerId } : {}),
    });
    await unit.tx.invoiceItem.deleteMany({ where: { invoiceId: id, storeId } });
    await writeItems(unit, { storeId, invoiceId: id }, items);
    await unit.audit(seller, { action: "invoice.changed", target: `invoice:${id}` });
    const data = { ...columns, updatedAt: unit.now };
    return unit.tx.invoice.update({ where: { id }, data, include: invoiceInclude });
  });
}

/** Whether somebody has its link already and pays it, or has paid. */
async function isBeingPaid(unit: Unit, { id, storeId }: { id: number; storeId: number }): Promise<boolean> {
  const where = { storeId, invoiceId: id, paymentStatus: { in: ["pending" as const, "paid" as const] } };
  return (await unit.tx.order.count({ where })) > 0;
}

function sameAddresses(
  found: { customerEmail: string | null; customerPhone: string | null },
  body: z.output<typeof NewInvoice>,
): boolean {
  return (
    (body.customer_email || null) === found.customerEmail &&
    (body.customer_phone || null) === found.customerPhone
  );
}

interface Named {
  customerId: number | null;
  customerName: string;
  customerEmail: string | null;
  customerPhone: string | null;
}

/**
 * The customer as printed: with this id, else with this e-mail, else with this phone, else a new one; `id` is null for
 * somebody known by name only. An existing customer is not changed. Throws Invalid for an id that is not of the account.
 */
export async function customerOf(unit: Unit, caller: Caller, named: Named) {
  const { customerId, customerEmail: email, customerPhone: phone } = named;
  if (customerId !== null) {
    const known = await unit.tx.customer.findFirst({
      where: { id: customerId, ...customerScope(caller), livemode: true },
      select: { id: true, email: true, phone: true },
    });
    if (!known) throw new Invalid({ customer_id: [say("not_customer")] });
    return { id: known.id, email: email ?? known.email, phone: phone ?? known.phone };
  }
  if (email === null && phone === null) return { id: null, email, phone };
  const found = await findNamed(unit, caller, named);
  return { id: found?.id ?? (await create(unit, caller, named)), email, phone };
}

async function findNamed(
  { tx }: Unit,
  { accountId }: Caller,
  { customerEmail: email, customerPhone: phone }: Named,
) {
  const known = { accountId, livemode: true, prospect: false };
  const byEmail = email === null ? null : await tx.customer.findFirst({ where: { ...known, email } });
  if (byEmail || phone === null) return byEmail;
  return tx.customer.findFirst({ where: { ...known, phone } });
}

async function create(unit: Unit, caller: Caller, named: Named): Promise<number> {
  const { now } = unit;
  const { customerName, customerEmail: email, customerPhone: phone } = named;
  // Whoever is called by their phone or e-mail has no name yet.
  const name = customerName === phone || customerName === email ? "" : customerName;
  const data = {
    ...{ accountId: caller.accountId, livemode: true, name, email, phone, source: "invoice" as const },
    ...{ customerSince: now, createdAt: now, updatedAt: now },
  };
  const adopt = await yieldProspects(unit, caller, [data]);
  // Two requests may make the same customer at once: the second waits here and then finds the first one's.
  const made = await unit.tx.customer.createMany({ data: [data], skipDuplicates: true });
  const row = await findNamed(unit, caller, named);
  if (!row) throw new Error("A customer was neither found nor made.");
  await adopt([row]);
  if (made.count > 0) await publishCustomer(unit, caller, row, "customer.created");
  return row.id;
}

/** The days that such an invoice may give to pay. */
export const dueDaysMax = 365;

/**
 * What an invoice will say, before it is one: the columns of a quote and of a recurring invoice. Checks the body as POST
 * /invoices does, without writing a customer. Its due day, channels and customer's id are left
 * out: they belong to the day on which it becomes an invoice. Throws Invalid by field.
 */
export async function plannedColumns(
  unit: Unit,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
  dueDays: number | null,
) {
  const plain = { ...body, customer_id: null, due_on: null, send: null };
  const { currency, terms } = await termsOf(unit, caller, plain);
  const { customerName, customerEmail, customerPhone, totalMinor } = terms;
  return {
    body: { ...plain, customer_phone: customerPhone },
    ...{ dueDays, currency, customerName, customerEmail, customerPhone, totalMinor },
  };
}

/** The lines and totals of what was planned. */
export function plannedTerms({ body, currency }: { body: unknown; currency: string }): InvoiceTerms {
  // It was checked when it was written; its phone is E.164.
  return newInvoice(NewInvoice.parse(body), { currency, today: "", readPhone: (phone) => ({ phone }) });
}

/** Makes the invoice, a draft, in this transaction; it is due so many days from today. */
export async function makePlanned(
  unit: Unit,
  caller: Caller,
  planned: { body: unknown; dueDays: number | null },
): Promise<InvoiceRow> {
  const { timeZone } = await unit.store(caller.storeId);
  const today = civilDateIn(unit.now, timeZone);
  const dueOn = planned.dueDays === null ? null : addDays(today, planned.dueDays);
  const body = { ...NewInvoice.parse(planned.body), due_on: dueOn };
  return draftInvoice({ ...unit.world, unit }, caller, body);
}
