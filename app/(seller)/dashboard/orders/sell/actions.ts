"use server";

import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { typedInEnglish } from "@/lib/domain/money";
import { Invalid, type Problems } from "@/lib/domain/refusal";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { filledRows } from "@/lib/resources/invoice-form";
import { type CounterSale, sellAtCounter } from "@/lib/services/money/outside/sell";
import type { MoreRows } from "../../invoices/actions";
import { withPicked } from "../../invoices/picks";
import type { SentInvoice } from "../../invoices/read-body";
import { receiptPath } from "../../paths";
import { wordsFor } from "../../words";

const Sent: SentInvoice = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** What the lines are called in the form. */
const columns = new Map([
  ["name", "description"],
  ["quantity", "quantity"],
  ["price", "unitPrice"],
]);

export const recordSaleAction = sellerForm<SentInvoice, MoreRows>(Sent, async (seller, sent, world) => {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  const rows = filledRows(sent);
  const sale = await saleIn(sent, rows, seller);
  const { orderId } = await sellAtCounter(world, seller.caller(true), sale).catch((error: unknown) => {
    throw error instanceof Invalid ? new Invalid(inFormWords(error.errors, rows)) : error;
  });
  return done(receiptPath(orderId), wordsFor(seller).text("saleRecorded"));
});

async function saleIn(sent: SentForm, rows: number[], seller: CurrentSeller): Promise<CounterSale> {
  const words = wordsFor(seller);
  const filled = await withPicked(seller, sent, words);
  const text = (name: string) => sentText(filled, name);
  const price = (name: string) => typedInEnglish(text(name), seller.store.currency, words.lang);
  return {
    id: text("key"),
    lines: rows.map((row) => ({
      name: text(`description.${row}`),
      quantity: text(`quantity.${row}`),
      price: price(`unitPrice.${row}`),
    })),
    customer: { name: text("customerName"), email: text("customerEmail"), phone: text("customerPhone") },
    ...{ method: text("method"), reference: text("reference") },
    unnamed: { line: words.text("saleUnnamed"), customer: words.text("walkIn") },
  };
}

/** The problem of a line is under the row where it was typed: `unitPrice.3`. */
function inFormWords(errors: Readonly<Problems>, rows: number[]): Problems {
  const named = Object.entries(errors).map(([field, problems]) => {
    const [, at, column = ""] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    return [column ? `${columns.get(column)}.${rows[Number(at)] ?? 0}` : field, problems] as const;
  });
  return Object.fromEntries(named);
}
