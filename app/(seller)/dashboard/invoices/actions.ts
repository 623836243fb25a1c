"use server";

import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField, manyField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { type ChannelOutcome, deliveryIn } from "@/lib/resources/invoice-input";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { switchReminders } from "@/lib/services/billing/invoices/remind";
import { DeliveryFailed, sendInvoice } from "@/lib/services/billing/invoices/send";
import { markSentByHand } from "@/lib/services/billing/invoices/sent";
import { invoiceQuote, sendQuote, withdrawQuote } from "@/lib/services/billing/quotes/answer";
import { changeRecurring } from "@/lib/services/billing/recurring/recurring";
import { buttonsOf } from "../buttons";
import { invoicePath, invoicesPath } from "../paths";
import { wordsFor } from "../words";
import { channelsIn } from "./read-body";
import { quotePath, quotesPath, recurringPath, withKept } from "./words";

const Sending = z.object({ id: idField, channels: manyField });
const Switch = z.object({ id: idField, reminders: z.enum(["on", "off"]) });

/** The page says what became of each channel. */
export const sendInvoiceAction = sellerForm(Sending, async (seller, { id, channels }, world) => {
  const outcomes = await sendInvoice(world, seller.caller(true), id, channelsIn(channels)).then(
    ({ deliveries }) => deliveries,
    (error: unknown) => {
      if (error instanceof DeliveryFailed) return error.deliveries;
      throw error;
    },
  );
  const isSent = outcomes.every(({ status }) => status === "sent");
  const text = outcomes.map((outcome) => told(outcome, seller)).join(" ");
  return { to: invoicePath(id), flash: { tone: isSent ? "ok" : "bad", text } };
});

/** "E-mail sent." and the like, with the reason where it was not. */
function told(outcome: ChannelOutcome, seller: CurrentSeller): string {
  const words = wordsFor(seller);
  const { channel, status, reason } = deliveryIn(seller.user.language, outcome);
  const went = words.text(`went_${status}`, { channel: words.text(`channel_${channel}`) });
  return `${went}${reason ? `: ${reason}` : "."}`;
}

const button = buttonsOf(idField, invoicePath, invoicesPath);

export const cancelInvoiceAction = button(cancelInvoice, (words, { number }) =>
  words.text("invoiceCancelled", { number }),
);

export const markSentAction = button(markSentByHand, (words, { number }) =>
  words.text("markedSent", { number }),
);

export const switchRemindersAction = sellerButton(
  invoicesPath,
  Switch,
  async (seller, { id, reminders }, world) => {
    const row = await switchReminders(world, seller.caller(true), id, reminders === "on");
    return done(invoicePath(id), wordsFor(seller).text(`remindersNow_${reminders}`, { number: row.number }));
  },
);

export const sendQuoteAction = sellerForm(Sending, async (seller, { id, channels }, world) => {
  const row = await sendQuote(world, seller.caller(true), id, channelsIn(channels));
  const [of] = await withKept("quote", [row]);
  const text = wordsFor(seller).text(of?.isKept ? "quoteIsKept" : "quoteIsSent", { number: row.number });
  return { to: quotePath(id), flash: { tone: of?.isKept ? "bad" : "ok", text } };
});

const ofQuote = buttonsOf(idField, quotePath, quotesPath);

export const invoiceQuoteAction = ofQuote(invoiceQuote, (words, { number }) =>
  words.text("quoteInvoiceMade", { number }),
);

export const withdrawQuoteAction = ofQuote(withdrawQuote, (words, { number }) =>
  words.text("quoteIsWithdrawn", { number }),
);

const Change = z.object({ id: idField, change: z.enum(["pause", "resume", "end"]) });

export const changeRecurringAction = sellerButton(
  recurringPath,
  Change,
  async (seller, { id, change }, world) => {
    const { endedAt } = await changeRecurring(world, seller.caller(true), id, change);
    // A press of an older page changes nothing that has ended, and says so.
    return done(`${recurringPath}/${id}`, wordsFor(seller).text(`recurringNow_${endedAt ? "end" : change}`));
  },
);
