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
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { switchReminders } from "@/lib/services/billing/invoices/remind";
import { DeliveryFailed, sendInvoice } from "@/lib/services/billing/invoices/send";
import { markSentByHand } from "@/lib/services/billing/invoices/sent";
import { buttonsOf } from "../buttons";
import { invoicePath, invoicesPath } from "../paths";
import { wordsFor } from "../words";

const Sending = z.object({ id: idField, channels: manyField });
const Switch = z.object({ id: idField, reminders: z.enum(["on", "off"]) });

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
