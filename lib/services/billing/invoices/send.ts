import type { InvoiceRow, StoreRow } from "@/lib/db/rows";
import { balanceOf, requireSendable } from "@/lib/domain/invoice";
import { NotFound, type Problem, Refusal, say } from "@/lib/domain/refusal";
import { isThisMachine } from "@/lib/domain/sites";
import { composeToken } from "@/lib/domain/token";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { ChannelOutcome, InvoiceChannel } from "@/lib/resources/invoice-input";
import { isSent, reserve } from "@/lib/services/core/gate";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, Wish, World } from "@/lib/services/core/world";
import { type Claimed, deliverMessage, leaseMs } from "@/lib/services/notify/messages/deliver-message";
import { dedupeKey, notifyBy } from "@/lib/services/notify/messages/notify";
import { permit } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { paperShown, readInvoice } from "./read";
import { lockInvoice } from "./record";
import { invoiceSending, markInvoiceSent } from "./sent";

export interface SentInvoice {
  invoice: InvoiceRow;
  deliveries: ChannelOutcome[];
}

/**
 * Sends an invoice on these channels and returns the outcome of each (spec, POST /invoices/{id}/send). The first
 * channel that takes it makes it sent. The messages are committed before a provider is called, so a crash in between
 * loses nothing: the worker sends them then. Throws NotFound, Changed, Refusal `invoice_paid`, `invoice_cancelled`,
 * `email_unverified` or `sending_limit`, and DeliveryFailed when no channel took it: the invoice then stays as it was.
 */
export async function sendInvoice(
  world: World,
  caller: Caller,
  invoiceId: number,
  channels: readonly InvoiceChannel[],
): Promise<SentInvoice> {
  permit(caller, "invoice.change");
  const written = await noteLimit(world, caller, () =>
    transact(world, (unit) => write(unit, caller, invoiceId, channels)),
  );
  const deliveries = await Promise.all(written.map((message) => deliver(world, message)));
  if (deliveries.every(({ status }) => status === "failed")) throw new DeliveryFailed(deliveries);
  return { invoice: await readInvoice(world, caller, invoiceId), deliveries };
}

/**
 * Writes the messages of an invoice in this transaction; the worker sends them. Channels without an address or a
 * provider are left out; false where none is left. Throws as `sendInvoice` does, before anything is written.
 */
export async function queueInvoice(
  unit: Unit,
  caller: Caller,
  invoiceId: number,
  channels: readonly InvoiceChannel[],
): Promise<boolean> {
  const written = await write(unit, caller, invoiceId, channels, null);
  return written.some((one) => "message" in one || one.status !== "failed");
}

/** A message to send now, or the outcome of its channel if that is known already. */
type Written = { channel: InvoiceChannel; message: Claimed } | ChannelOutcome;

async function write(
  unit: Unit,
  caller: Caller,
  invoiceId: number,
  channels: readonly InvoiceChannel[],
  /** How long the worker leaves the messages to the caller; null: not at all. */
  lease: number | null = leaseMs,
): Promise<Written[]> {
  const row = await lockInvoice(unit, caller, invoiceId);
  if (!row) throw new NotFound();
  requireSendable(invoiceFacts(row));
  requireShown(unit.world, caller, `invoice/${invoiceId}`, paperShown(row));
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: row.storeId } });
  const plans: (Wish | ChannelOutcome)[] = [];
  for (const channel of channels) plans.push(await planOf(unit, row, channel));
  const going = plans.filter((plan) => "recipient" in plan);
  await reserve(unit.world, unit, caller.accountId, going);
  const written: Written[] = [];
  for (const plan of plans)
    written.push("recipient" in plan ? await writeOne(unit, { row, store }, plan, lease) : plan);
  const details = { channels: channels.join(", ") };
  await unit.audit(caller, { details, action: "invoice.sent", target: `invoice:${invoiceId}` });
  return written;
}

async function writeOne(
  unit: Unit,
  { row, store }: { row: InvoiceRow; store: StoreRow },
  { channel, recipient }: Wish,
  lease: number | null,
): Promise<Written> {
  const key = `invoice/${row.id}/sent/${composeToken(unit.world.random.bytes(24))}`;
  await writeMessage(unit, { row, store }, { channel, recipient, key });
  const keys = [channel, "whatsapp" as const].map((by) => dedupeKey(key, by));
  const message = await unit.tx.message.findFirstOrThrow({ where: { dedupeKey: { in: keys } } });
  if (message.status === "kept") {
    await markInvoiceSent(unit, message);
    return { channel, status: "kept", reason: say(`kept_${channel}`) };
  }
  if (lease === null) return { channel, message: { ...message, leasedUntil: unit.now } };
  // Leased from the start, so that the worker does not send it too.
  const leasedUntil = new Date(unit.now.getTime() + lease);
  await unit.tx.message.update({ where: { id: message.id }, data: { leasedUntil } });
  return { channel, message: { ...message, leasedUntil } };
}

const pressedTwiceMs = 60_000;

/**
 * The recipient for a channel; or its outcome if that is known already: no address, no provider, or sent a moment ago.
 */
async function planOf(unit: Unit, row: InvoiceRow, channel: InvoiceChannel): Promise<Wish | ChannelOutcome> {
  const found = recipientBy(unit.world, row, channel);
  if ("problem" in found) return { channel, status: "failed", reason: found.problem };
  const { recipient } = found;
  if (await wentJustNow(unit, row, channel, recipient))
    return { channel, status: "sent", reason: say("sent_just_now") };
  return { channel, recipient };
}

/** Where a document goes by this channel; or why it cannot: no address, or no provider. */
export function recipientBy(
  world: World,
  { customerEmail, customerPhone }: { customerEmail: string | null; customerPhone: string | null },
  channel: InvoiceChannel,
): { recipient: string } | { problem: Problem } {
  const recipient = channel === "email" ? customerEmail : customerPhone;
  if (recipient === null) return { problem: say(`no_${channel}_address`) };
  // A server that is reachable only from its own machine is a demo: there an unsent message counts, and can be read in
  // the message log.
  if (isSent(world, channel) || isThisMachine(world.config.siteUrl)) return { recipient };
  return { problem: say(`no_${channel}_server`) };
}

/** Pressing the button twice, or repeating the request, sends one message. */
async function wentJustNow(
  unit: Unit,
  row: InvoiceRow,
  channel: InvoiceChannel,
  recipient: string,
): Promise<boolean> {
  const recent = await unit.tx.message.count({
    where: {
      storeId: row.storeId,
      objectId: `invoice/${row.id}`,
      channel: { in: channel === "sms" ? ["sms", "whatsapp"] : [channel] },
      recipient,
      template: { in: ["invoice_sent", "invoice_sent_due"] },
      status: { in: ["queued", "sent", "kept"] },
      createdAt: { gt: new Date(unit.now.getTime() - pressedTwiceMs) },
    },
  });
  return recent > 0;
}

async function writeMessage(
  unit: Unit,
  { row, store }: { row: InvoiceRow; store: StoreRow },
  { channel, recipient, key }: { channel: InvoiceChannel; recipient: string; key: string },
): Promise<void> {
  const facts = invoiceFacts(row);
  const about = { store, to: await invoiceAddressee(unit, row), objectId: `invoice/${row.id}`, key };
  const values = {
    invoice: row.number,
    balance: { minor: balanceOf(facts), currency: row.currency },
    link: `${unit.world.config.siteUrl}/invoice/${row.token}`,
  };
  if (facts.dueOn === null) {
    await notifyBy(unit, { ...about, kind: "invoice_sent", values }, channel, recipient);
  } else {
    const due = { ...values, due: facts.dueOn };
    await notifyBy(unit, { ...about, kind: "invoice_sent_due", values: due }, channel, recipient);
  }
}

/** The customer printed on the invoice, in the language in which they last paid. */
export async function invoiceAddressee(unit: Unit, row: InvoiceRow) {
  const customer =
    row.customerId === null
      ? null
      : await unit.tx.customer.findUnique({ where: { id: row.customerId }, select: { language: true } });
  return {
    name: row.customerName,
    email: row.customerEmail,
    phone: row.customerPhone,
    language: customer?.language ?? null,
  };
}

async function deliver(world: World, written: Written): Promise<ChannelOutcome> {
  if (!("message" in written)) return written;
  const { channel, message } = written;
  const { status, final } = await deliverMessage(world, message, invoiceSending, { once: true });
  // What WhatsApp did not take goes by SMS, which is written by now; whoever is not reached so becomes a task.
  if (status === "sent" || message.channel === "whatsapp") return { channel, status: "sent", reason: null };
  // The provider's own answer contains hosts and addresses; the seller can read it in the message log.
  return { channel, status: "failed", reason: say(`${channel}_${final ? "refused" : "not_taken"}`) };
}

/** No channel took the invoice: Refusal `delivery_failed`, with the reason for each channel. */
export class DeliveryFailed extends Refusal {
  readonly deliveries: readonly ChannelOutcome[];
  constructor(deliveries: readonly ChannelOutcome[]) {
    super("delivery_failed");
    this.deliveries = deliveries;
  }
}
