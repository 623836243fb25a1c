import type { z } from "zod";
import { type InvoiceRow, invoiceInclude } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { Refusal, say } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { parsePhone } from "@/lib/providers/phone";
import { dayColumn } from "@/lib/resources/invoice";
import {
  type ChannelOutcome,
  type InvoiceChannel,
  isCustomerId,
  missingAddresses,
  type NewInvoice,
  newInvoice,
} from "@/lib/resources/invoice-input";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { mayConfirmedSend } from "@/lib/services/people/accounts/quota";
import { customerOf } from "./customer";
import { takeInvoiceNumber } from "./numbering";
import { readInvoice } from "./read";
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
  return transact(world, async (unit) => {
    const { currency, items, columns } = await readTerms(unit, caller, body);
    const row = await unit.tx.invoice.create({
      data: {
        ...columns,
        storeId: caller.storeId,
        accountId: caller.accountId,
        token: composeToken(world.random.bytes(24)),
        number: await takeInvoiceNumber(unit, caller.storeId),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.tx.invoiceItem.createMany({
      data: items.map((item, position) => ({
        ...item,
        position,
        storeId: caller.storeId,
        invoiceId: row.id,
      })),
    });
    await unit.audit(caller, { action: "invoice.created", target: `invoice:${row.id}` });
    return unit.tx.invoice.findUniqueOrThrow({ where: { id: row.id }, include: invoiceInclude });
  });
}

/** Reads the invoice's columns, totals and customer from a request body. Throws Invalid by field. */
export async function readTerms(unit: Unit, caller: Caller, body: z.output<typeof NewInvoice>) {
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: caller.storeId } });
  const terms = newInvoice(body, {
    currency: store.currency,
    today: civilDateIn(unit.now, store.timeZone),
    readPhone: (text) => {
      const read = parsePhone(text, store.country, { anyCountry: true });
      return read.ok ? { phone: read.phone } : { problem: read.message };
    },
  });
  const customerId = terms.customerId !== null && !isCustomerId(terms.customerId) ? 0 : terms.customerId;
  const customer = await customerOf(unit, caller, { ...terms, customerId });
  const addresses = { customerEmail: customer.email, customerPhone: customer.phone };
  const unreachable = missingAddresses(addresses, terms.send);
  if (unreachable) throw unreachable;
  const { items, send: _, dueOn, ...columns } = terms;
  const due = dueOn === null ? null : dayColumn(dueOn);
  return {
    currency: store.currency,
    items,
    columns: { ...columns, ...addresses, customerId: customer.id, dueOn: due },
  };
}
