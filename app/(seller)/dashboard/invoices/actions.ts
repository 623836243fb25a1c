"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { done } from "@/lib/auth/flash";
import type { FormState } from "@/lib/auth/form-state";
import { idField, manyField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
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

export async function draftInvoiceAction(
  previous: FormState<MoreRows>,
  form: FormData,
): Promise<FormState<MoreRows>> {
  return sellerForm<typeof Sent, MoreRows>(previous, form, Sent, async (seller, sent, world) => {
    if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
    try {
      const row = await draftInvoice(world, seller.caller(true), await readInvoiceBody(sent, seller));
      return done(invoicePath(row.id), wordsFor(seller).text("draftSaved", { number: row.number }));
    } catch (error) {
      throw inFormWords(error, sent, seller);
    }
  });
}

export async function editDraftAction(
  previous: FormState<MoreRows>,
  form: FormData,
): Promise<FormState<MoreRows>> {
  return sellerForm<typeof Sent, MoreRows>(previous, form, Sent, async (seller, sent, world) => {
    if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
    const id = OfInvoice.safeParse(sent).data?.id ?? 0;
    try {
      const row = await editDraft(world, seller.caller(true), id, await readInvoiceBody(sent, seller));
      return done(invoicePath(id), wordsFor(seller).text("invoiceSaved", { number: row.number }));
    } catch (error) {
      throw inFormWords(error, sent, seller);
    }
  });
}

/** The outcome of each channel, shown in place of the button. */
export interface Deliveries {
  deliveries: InvoiceDelivery[];
}

export async function sendInvoiceAction(
  previous: FormState<Deliveries>,
  form: FormData,
): Promise<FormState<Deliveries>> {
  return sellerForm<typeof Sending, Deliveries>(
    previous,
    form,
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
        if (error instanceof DeliveryFailed)
          return { result: { deliveries: told(error.deliveries, seller) } };
        throw error;
      }
    },
  );
}

function told(outcomes: readonly ChannelOutcome[], { user }: CurrentSeller): InvoiceDelivery[] {
  return outcomes.map((one) => deliveryIn(user.language, one));
}

export async function cancelInvoiceAction(form: FormData): Promise<void> {
  await sellerButton(form, invoicesPath, OfInvoice, async (seller, { id }, world) => {
    const row = await cancelInvoice(world, seller.caller(true), id);
    return done(invoicePath(id), wordsFor(seller).text("invoiceCancelled", { number: row.number }));
  });
}

export async function markSentAction(form: FormData): Promise<void> {
  await sellerButton(form, invoicesPath, OfInvoice, async (seller, { id }, world) => {
    const row = await markSentByHand(world, seller.caller(true), id);
    return done(invoicePath(id), wordsFor(seller).text("markedSent", { number: row.number }));
  });
}

export async function switchRemindersAction(form: FormData): Promise<void> {
  await sellerButton(form, invoicesPath, Switch, async (seller, { id, reminders }, world) => {
    const row = await switchReminders(world, seller.caller(true), id, reminders === "on");
    return done(invoicePath(id), wordsFor(seller).text(`remindersNow_${reminders}`, { number: row.number }));
  });
}
