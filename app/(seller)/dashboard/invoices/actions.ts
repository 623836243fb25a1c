"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField, manyField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import {
  type ChannelOutcome,
  deliveryIn,
  type InvoiceDelivery,
  SendInvoice,
} from "@/lib/resources/invoice-input";
import { cancelInvoice } from "@/lib/services/billing/invoices/cancel";
import { draftInvoice } from "@/lib/services/billing/invoices/create";
import { editDraft } from "@/lib/services/billing/invoices/edit";
import { markSentByHand } from "@/lib/services/billing/invoices/mark";
import { switchReminders } from "@/lib/services/billing/invoices/remind";
import { DeliveryFailed, sendInvoice } from "@/lib/services/billing/invoices/send";
import { wordsFor } from "../words";
import { inFormWords, readInvoiceBody } from "./read-body";
import { invoicePath, invoicesPath } from "./words";

const Sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const OfInvoice = z.object({ id: idField });
const Sending = z.object({ id: idField, channels: manyField });
const Switch = z.object({ id: idField, reminders: z.enum(["on", "off"]) });

/** The editor's answer to a request for more rows. */
export interface MoreRows {
  rows: number;
}

export const draftInvoiceAction = sellerForm<typeof Sent, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  try {
    const row = await draftInvoice(world, seller.caller(true), await readInvoiceBody(sent, seller));
    return done(invoicePath(row.id), wordsFor(seller).text("draftSaved", { number: row.number }));
  } catch (error) {
    throw inFormWords(error, sent, seller);
  }
});

export const editDraftAction = sellerForm<typeof Sent, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  const id = OfInvoice.safeParse(sent).data?.id ?? 0;
  try {
    const row = await editDraft(world, seller.caller(true), id, await readInvoiceBody(sent, seller));
    return done(invoicePath(id), wordsFor(seller).text("invoiceSaved", { number: row.number }));
  } catch (error) {
    throw inFormWords(error, sent, seller);
  }
});

/** The outcome of each channel, shown in place of the button. */
export interface Deliveries {
  deliveries: InvoiceDelivery[];
}

export const sendInvoiceAction = sellerForm<typeof Sending, Deliveries>(
  Sending,
  async (seller, { id, channels }, world) => {
    const parsed = SendInvoice.safeParse({ channels });
    if (!parsed.success) throw new Invalid({ channels: [say("choose_channels")] });
    try {
      const { deliveries } = await sendInvoice(world, seller.caller(true), id, parsed.data.channels);
      // The rest of the page changes too: the status, the address to copy.
      refresh();
      return { result: { deliveries: told(deliveries, seller) } };
    } catch (error) {
      if (error instanceof DeliveryFailed) return { result: { deliveries: told(error.deliveries, seller) } };
      throw error;
    }
  },
);

function told(outcomes: readonly ChannelOutcome[], { user }: CurrentSeller): InvoiceDelivery[] {
  return outcomes.map((one) => deliveryIn(user.language, one));
}

export const cancelInvoiceAction = sellerButton(invoicesPath, OfInvoice, async (seller, { id }, world) => {
  const row = await cancelInvoice(world, seller.caller(true), id);
  return done(invoicePath(id), wordsFor(seller).text("invoiceCancelled", { number: row.number }));
});

export const markSentAction = sellerButton(invoicesPath, OfInvoice, async (seller, { id }, world) => {
  const row = await markSentByHand(world, seller.caller(true), id);
  return done(invoicePath(id), wordsFor(seller).text("markedSent", { number: row.number }));
});

export const switchRemindersAction = sellerButton(
  invoicesPath,
  Switch,
  async (seller, { id, reminders }, world) => {
    const row = await switchReminders(world, seller.caller(true), id, reminders === "on");
    return done(invoicePath(id), wordsFor(seller).text(`remindersNow_${reminders}`, { number: row.number }));
  },
);
