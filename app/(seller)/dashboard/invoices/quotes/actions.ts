"use server";

import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField, manyField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { isCivilDate } from "@/lib/domain/civil-date";
import { Invalid, say } from "@/lib/domain/refusal";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { SendInvoice } from "@/lib/resources/invoice-input";
import { invoiceQuote, withdrawQuote } from "@/lib/services/billing/quotes/answer";
import { createQuote, editQuote, type NewQuote } from "@/lib/services/billing/quotes/quotes";
import { sendQuote } from "@/lib/services/billing/quotes/send";
import { wordsFor } from "../../words";
import type { MoreRows } from "../actions";
import { dueDaysIn, inFormWords, readInvoiceBody, type SentInvoice } from "../read-body";
import { quotePath, quotesPath } from "./words";

const Sent: SentInvoice = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const OfQuote = z.object({ id: idField });
const Sending = z.object({ id: idField, channels: manyField });

export const createQuoteAction = sellerForm<SentInvoice, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  try {
    const row = await createQuote(world, seller.caller(true), await quoteIn(sent, seller));
    return done(quotePath(row.id), wordsFor(seller).text("quoteSaved", { number: row.number }));
  } catch (error) {
    throw inFormWords(error, sent, seller);
  }
});

export const editQuoteAction = sellerForm<SentInvoice, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  const id = OfQuote.safeParse(sent).data?.id ?? 0;
  try {
    const row = await editQuote(world, seller.caller(true), id, await quoteIn(sent, seller));
    return done(quotePath(id), wordsFor(seller).text("quoteChanged", { number: row.number }));
  } catch (error) {
    throw inFormWords(error, sent, seller);
  }
});

/** Throws Invalid. */
async function quoteIn(sent: SentForm, seller: CurrentSeller): Promise<NewQuote> {
  const validUntil = sentText(sent, "validUntil");
  if (!isCivilDate(validUntil)) throw new Invalid({ validUntil: [say("date_shape")] });
  return { body: await readInvoiceBody(sent, seller), dueDays: dueDaysIn(sent), validUntil };
}

export const sendQuoteAction = sellerForm(Sending, async (seller, { id, channels }, world) => {
  const parsed = SendInvoice.safeParse({ channels });
  if (!parsed.success) throw new Invalid({ channels: [say("choose_channels")] });
  const row = await sendQuote(world, seller.caller(true), id, parsed.data.channels);
  return done(quotePath(id), wordsFor(seller).text("quoteIsSent", { number: row.number }));
});

export const invoiceQuoteAction = sellerButton(quotesPath, OfQuote, async (seller, { id }, world) => {
  const row = await invoiceQuote(world, seller.caller(true), id);
  return done(quotePath(id), wordsFor(seller).text("quoteInvoiceMade", { number: row.number }));
});

export const withdrawQuoteAction = sellerButton(quotesPath, OfQuote, async (seller, { id }, world) => {
  const row = await withdrawQuote(world, seller.caller(true), id);
  return done(quotePath(id), wordsFor(seller).text("quoteIsWithdrawn", { number: row.number }));
});
