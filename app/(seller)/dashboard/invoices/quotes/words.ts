import { cache } from "react";
import { found } from "@/app/service-name";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { addDays, type CivilDate, isCivilDate } from "@/lib/domain/civil-date";
import type { QuoteStatus } from "@/lib/domain/quote";
import { Invalid, say } from "@/lib/domain/refusal";
import { rowIdOf } from "@/lib/domain/token";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { type NewQuote, type QuoteRow, quoteShown, readQuote } from "@/lib/services/billing/quotes/quotes";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../../act-page";
import { dueDaysIn, readInvoiceBody } from "../read-body";

/** How long a quote is valid unless its seller says otherwise. */
const validDays = 30;

export function validUntilFrom(today: CivilDate): CivilDate {
  return addDays(today, validDays);
}

export const quotesPath = "/dashboard/invoices/quotes";

export function quotePath(id: number): string {
  return `${quotesPath}/${id}`;
}

export const quoteTones: Record<QuoteStatus, StatusTone> = {
  draft: "ended",
  sent: "plain",
  accepted: "ok",
  invoiced: "ok",
  declined: "bad",
  expired: "ended",
  withdrawn: "ended",
};

/** The quote that an address names; the page of what does not exist for another store's. */
export const ownQuote = cache(async (seller: CurrentSeller, id: string): Promise<QuoteRow> => {
  return found(readQuote(systemWorld(), seller.caller(true), rowIdOf(id)));
});

/** What acts about quotes are about. */
export const quote: Thing<QuoteRow, number> = {
  section: "invoices",
  id: idField,
  find: ownQuote,
  sent: (row) => ({ id: String(row.id), seen: sealShown(systemWorld(), `quote/${row.id}`, quoteShown(row)) }),
  back: ({ id, number }, words) => ({ href: quotePath(id), text: words.text("backTo", { number }) }),
};

/** The form of a quote as the verbs take it. Throws Invalid. */
export async function readQuoteBody(sent: SentForm, seller: CurrentSeller): Promise<NewQuote> {
  const validUntil = sentText(sent, "validUntil");
  if (!isCivilDate(validUntil)) throw new Invalid({ validUntil: [say("date_shape")] });
  return { body: await readInvoiceBody(sent, seller), dueDays: dueDaysIn(sent), validUntil };
}
