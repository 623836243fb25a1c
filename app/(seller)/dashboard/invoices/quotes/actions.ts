"use server";

import { z } from "zod";
import { idField, manyField, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import { SendInvoice } from "@/lib/resources/invoice-input";
import { invoiceQuote, sendQuote, withdrawQuote } from "@/lib/services/billing/quotes/answer";
import { buttonsOf } from "../../buttons";
import { wordsFor } from "../../words";
import { quotePath, quotesPath } from "./words";

const Sending = z.object({ id: idField, channels: manyField });

export const sendQuoteAction = sellerForm(Sending, async (seller, { id, channels }, world) => {
  const parsed = SendInvoice.safeParse({ channels });
  if (!parsed.success) throw new Invalid({ channels: [say("choose_channels")] });
  const row = await sendQuote(world, seller.caller(true), id, parsed.data.channels);
  return done(quotePath(id), wordsFor(seller).text("quoteIsSent", { number: row.number }));
});

const button = buttonsOf(idField, quotePath, quotesPath);

export const invoiceQuoteAction = button(invoiceQuote, (words, { number }) =>
  words.text("quoteInvoiceMade", { number }),
);

export const withdrawQuoteAction = button(withdrawQuote, (words, { number }) =>
  words.text("quoteIsWithdrawn", { number }),
);
