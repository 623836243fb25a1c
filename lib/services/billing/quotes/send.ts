import { isOpenQuote } from "@/lib/domain/quote";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isThisMachine } from "@/lib/domain/sites";
import type { InvoiceChannel } from "@/lib/resources/invoice-input";
import { isSent, reserve } from "@/lib/services/core/gate";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { notifyBy } from "@/lib/services/notify/messages/notify";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { type QuoteRow, quoteInclude, quoteShown, statusOfQuote } from "./quotes";

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
      await unit.tx
        .$queryRaw`SELECT 1 FROM quotes WHERE id = ${id} AND store_id = ${seller.storeId} FOR UPDATE`;
      const row = await unit.tx.quote.findFirst({
        where: { id, storeId: seller.storeId },
        include: quoteInclude,
      });
      if (!row) throw new NotFound();
      if (!isOpenQuote(statusOfQuote(row, unit.now))) throw new Invalid({ channels: [say("quote_over")] });
      requireShown(world, seller, `quote/${id}`, quoteShown(row));
      const wishes = channels.map((channel) => ({ channel, recipient: recipientOf(world, row, channel) }));
      await reserve(world, unit, seller.accountId, wishes);
      const minute = Math.floor(unit.now.getTime() / minuteMs);
      const to = {
        name: row.customerName,
        email: row.customerEmail,
        phone: row.customerPhone,
        language: null,
      };
      const values = {
        item: row.number,
        amount: { minor: row.totalMinor, currency: row.currency },
        due: row.validUntil.toISOString().slice(0, 10),
        link: `${world.config.siteUrl}/quote/${row.token}`,
      };
      for (const { channel, recipient } of wishes) {
        const about = { objectId: `quote/${id}`, key: `quote/${id}/${minute}` };
        const notification = { store: row.store, to, kind: "quote_sent" as const, values, ...about };
        await notifyBy(world, unit, notification, channel, recipient);
      }
      const details = { channels: channels.join(", ") || "by hand" };
      await unit.audit(seller, { details, action: "quote.sent", target: `quote:${id}` });
      const data = { sentAt: row.sentAt ?? unit.now, updatedAt: unit.now };
      return unit.tx.quote.update({ where: { id }, data, include: quoteInclude });
    }),
  );
}

function recipientOf(world: World, row: QuoteRow, channel: InvoiceChannel): string {
  const recipient = channel === "email" ? row.customerEmail : row.customerPhone;
  if (recipient === null) throw new Invalid({ channels: [say(`no_${channel}_address`)] });
  const isServed = isSent(world, channel);
  // On a demo that only its own machine reaches, the message can be read in the log.
  if (!isServed && !isThisMachine(world.config.siteUrl))
    throw new Invalid({ channels: [say(`no_${channel}_server`)] });
  return recipient;
}
