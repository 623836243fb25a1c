import { civilDateIn } from "@/lib/domain/civil-date";
import { sendInvoice } from "@/lib/domain/invoice";
import { isOpenQuote, mayInvoice } from "@/lib/domain/quote";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { InvoiceChannel } from "@/lib/resources/invoice-input";
import { reserve } from "@/lib/services/core/gate";
import { changesSince, requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyBy } from "@/lib/services/notify/messages/notify";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { makePlanned } from "../invoices/draft";
import { recordInvoiceStep } from "../invoices/record";
import { recipientBy } from "../invoices/send";
import { lockQuote, type QuoteRow, quoteShown, statusOfQuote, storeQuote } from "./quotes";

/**
 * `name`: no name was given, or it is no line. `over`: somebody answered before, or it ended. `changed`: it does not say
 * any more what they saw.
 */
export type Answered =
  | { did: "accepted" | "declined"; quote: QuoteRow }
  | { did: "name" | "over" | "changed" };

/**
 * What its customer says of the version that they saw. Accepting makes the invoice, once, and its seller is told of either answer. Whoever holds the
 * link may answer, and only once. `seen`: the token of their page, where
 * they saw one. Null for an unknown token.
 */
export async function answerQuote(
  world: World,
  token: string,
  answer: ({ accepts: true; name: string } | { accepts: false }) & { seen?: string },
): Promise<Answered | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  return transact(world, async (unit) => {
    const row = await lockQuote(unit, { token });
    if (!row) return null;
    if (!isOpenQuote(statusOfQuote(row, unit.now)) || row.store.status !== "active") return { did: "over" };
    const { seen } = answer;
    if (seen !== undefined && changesSince(world, `quote/${row.id}`, seen, quoteShown(row)).length > 0)
      return { did: "changed" };
    const name = answer.accepts ? answer.name.trim() : "";
    if (answer.accepts && (name === "" || lineProblem(name, 255))) return { did: "name" };
    const data = answer.accepts
      ? { acceptedAt: unit.now, acceptedBy: name, invoiceId: await makeOf(unit, row) }
      : { declinedAt: unit.now };
    const quote = await storeQuote(unit, row.id, data);
    const did = answer.accepts ? "accepted" : "declined";
    unit.alert({
      ...{ storeId: row.storeId, event: "quote", kind: `alert_quote_${did}` },
      fact: `quote/${row.id}/${did}`,
      amount: { minor: row.totalMinor, currency: row.currency },
      details: {
        payer: name || row.customerName,
        item: row.number,
        path: `/dashboard/invoices/quotes/${row.id}`,
      },
    });
    const actor = { actor: "payer", accountId: row.accountId, storeId: row.storeId };
    await unit.audit(actor, { action: `quote.${did}`, target: `quote:${row.id}` });
    return { did, quote };
  });
}

/** Makes its invoice at the seller's word; the one it has already where there is one. Throws NotFound, Invalid on `form`. */
export const invoiceQuote = verb(
  "invoice.change",
  async (unit, seller: Seller, id: number): Promise<QuoteRow> => {
    const row = await lockQuote(unit, { id, storeId: seller.storeId });
    if (!row) throw new NotFound();
    if (row.invoiceId !== null) return row;
    requireShown(unit.world, seller, `quote/${id}`, quoteShown(row));
    if (!mayInvoice(statusOfQuote(row, unit.now))) throw new Invalid({ form: [say("quote_over")] });
    const invoice = await makePlanned(unit, seller, row);
    await unit.audit(seller, { action: "quote.invoiced", target: `quote:${id}` });
    return storeQuote(unit, id, { invoiceId: invoice.id });
  },
);

/** Nobody can accept it afterwards. Repeating it changes nothing. Throws NotFound, Invalid on `form`. */
export const withdrawQuote = verb(
  "invoice.change",
  async (unit, seller: Seller, id: number): Promise<QuoteRow> => {
    const row = await lockQuote(unit, { id, storeId: seller.storeId });
    if (!row) throw new NotFound();
    if (row.withdrawnAt) return row;
    if (!isOpenQuote(statusOfQuote(row, unit.now))) throw new Invalid({ form: [say("quote_over")] });
    await unit.audit(seller, { action: "quote.withdrawn", target: `quote:${id}` });
    return storeQuote(unit, id, { withdrawnAt: unit.now });
  },
);

/**
 * The payer makes it through their link, so no person's role is asked. They hold it from then on: it is sent, by no
 * channel of ours, and what they accepted can no longer be changed.
 */
async function makeOf(unit: Unit, row: QuoteRow): Promise<number> {
  const caller = { storeId: row.storeId, accountId: row.accountId, livemode: true, actor: "payer" };
  const invoice = await makePlanned(unit, caller, row);
  const today = civilDateIn(unit.now, row.store.timeZone);
  await recordInvoiceStep(unit, invoice, sendInvoice(invoiceFacts(invoice), unit.now, today));
  return invoice.id;
}

const minuteMs = 60_000;

/**
 * Queues the quote's link on these channels; pressed twice within a minute, it goes out once. Without channels it
 * counts as given out by its seller. Throws NotFound, Invalid on `channels`, the Refusals `email_unverified` and
 * `sending_limit`.
 */
export async function sendQuote(
  world: World,
  seller: Seller,
  id: number,
  channels: readonly InvoiceChannel[],
): Promise<QuoteRow> {
  permit(seller, "invoice.change");
  return noteLimit(world, seller, () =>
    transact(world, async (unit) => {
      const row = await lockQuote(unit, { id, storeId: seller.storeId });
      if (!row) throw new NotFound();
      if (!isOpenQuote(statusOfQuote(row, unit.now))) throw new Invalid({ channels: [say("quote_over")] });
      requireShown(world, seller, `quote/${id}`, quoteShown(row));
      const wishes = channels.map((channel) => ({ channel, recipient: recipientOf(world, row, channel) }));
      await reserve(world, unit, seller.accountId, wishes);
      const minute = Math.floor(unit.now.getTime() / minuteMs);
      const { customerName: name, customerEmail: email, customerPhone: phone } = row;
      const to = { name, email, phone, language: null };
      const values = {
        item: row.number,
        amount: { minor: row.totalMinor, currency: row.currency },
        due: row.validUntil.toISOString().slice(0, 10),
        link: `${world.config.siteUrl}/quote/${row.token}`,
      };
      for (const { channel, recipient } of wishes) {
        const about = { objectId: `quote/${id}`, key: `quote/${id}/${minute}` };
        const notification = { store: row.store, to, kind: "quote_sent" as const, values, ...about };
        await notifyBy(unit, notification, channel, recipient);
      }
      const details = { channels: channels.join(", ") || "by hand" };
      await unit.audit(seller, { details, action: "quote.sent", target: `quote:${id}` });
      return storeQuote(unit, id, { sentAt: row.sentAt ?? unit.now });
    }),
  );
}

function recipientOf(world: World, row: QuoteRow, channel: InvoiceChannel): string {
  const found = recipientBy(world, row, channel);
  if ("problem" in found) throw new Invalid({ channels: [found.problem] });
  return found.recipient;
}
