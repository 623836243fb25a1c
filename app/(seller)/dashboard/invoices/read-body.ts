import type { z } from "zod";
import { problemsOf } from "@/lib/api/read-request";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { Language } from "@/lib/domain/languages";
import { Invalid, type Problems, say } from "@/lib/domain/refusal";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { invoiceBody, invoiceFormProblems, isShare, typedShare } from "@/lib/resources/invoice-form";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { dueDaysMax } from "@/lib/services/billing/invoices/plan";
import { wordsFor } from "../words";
import { withPicked } from "./picks";

/** The form of an invoice, a quote or a recurring invoice, as it was sent. */
export type SentInvoice = z.ZodRecord<z.ZodString, z.ZodUnion<[z.ZodString, z.ZodArray<z.ZodString>]>>;

/** The sent form as POST /invoices takes it. Throws Invalid by the API's fields. */
export async function readInvoiceBody(
  sent: SentForm,
  seller: CurrentSeller,
): Promise<z.output<typeof NewInvoice>> {
  const words = wordsFor(seller);
  const filled = await withPicked(seller, sent, words);
  const parsed = NewInvoice.safeParse(invoiceBody(filled, seller.store.currency, words.lang));
  if (!parsed.success) throw new Invalid({ ...problemsOf(parsed.error), ...shareProblem(sent, words.lang) });
  return parsed.data;
}

/** What is wrong with a percentage is said as of one: the API knows only amounts. */
function shareProblem(sent: SentForm, lang: Language): Problems {
  const discount = sentText(sent, "discount");
  return isShare(discount) && typedShare(discount, lang) === null
    ? { discount: [say("discount_share")] }
    : {};
}

/** Null where the field is empty. Throws Invalid. */
export function dueDaysIn(sent: SentForm): number | null {
  const text = sentText(sent, "dueDays");
  if (text === "") return null;
  if (!/^\d{1,3}$/.test(text) || Number(text) > dueDaysMax) throw new Invalid({ dueDays: [say("due_days")] });
  return Number(text);
}

/** Problems come with the API's field names; the form has its own. */
export function inFormWords(error: unknown, sent: SentForm, { store }: CurrentSeller): unknown {
  return error instanceof Invalid
    ? new Invalid(invoiceFormProblems(error.errors, sent, store.currency))
    : error;
}
