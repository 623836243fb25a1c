import { civilDateIn, instantAt, isCivilDate } from "@/lib/domain/civil-date";
import type { Language } from "@/lib/domain/languages";
import { Invalid } from "@/lib/domain/refusal";
import { timestamp } from "./event";
import { type SentForm, sentHas, sentText, typedAmount, typedNumber } from "./form-fields";
import { changedLink, type LinkTerms, newLink, PaymentLinkChanges } from "./payment-link-input";

/** The seller's link form as an API body, to be read with NewPaymentLink. */
export function linkBody(
  form: SentForm,
  store: { timeZone: string; currency: string; language: Language },
  before: { expiresAt: Date | null } | null = null,
): Record<string, unknown> {
  return {
    title: sentText(form, "title"),
    description: sentText(form, "description") || null,
    amount_type: sentText(form, "amountType"),
    amount: typedAmount(sentText(form, "amount"), store.currency, store.language),
    min_amount: typedAmount(sentText(form, "minAmount"), store.currency, store.language),
    is_reusable: sentText(form, "isReusable") !== "one",
    max_payments: typedNumber(sentText(form, "maxPayments"), store.language),
    expires_at: typedInstant(sentText(form, "expiresAt"), store.timeZone, before?.expiresAt ?? null),
    collect_email: sentHas(form, "options", "collectEmail"),
    shows_places: sentHas(form, "options", "showsPlaces"),
    custom_question: sentText(form, "customQuestion") || null,
    thank_you_message: sentText(form, "thankYouMessage") || null,
    redirect_url: sentText(form, "redirectUrl") || null,
  };
}

/** The body that the buttons Pause and Resume send. */
export function pauseBody(isActive: boolean) {
  return { is_active: isActive };
}

/** A time of the store's clocks as a form field holds it: "2026-12-31T18:00". */
export function localTime(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return `${civilDateIn(instant, timeZone)}T${clock.format(instant)}`;
}

/** Shows an incomplete form as far as possible: a field with a problem counts as empty. */
export function previewTerms(
  form: SentForm,
  store: { timeZone: string; currency: string; language: Language; now: Date },
): LinkTerms {
  const body: Record<string, unknown> = { ...linkBody(form, store) };
  for (let tries = 0; tries < 20; tries += 1) {
    const wrong = fieldsInTheWay(body, store);
    if (Array.isArray(wrong)) for (const field of wrong) body[field] = emptied[field] ?? null;
    else return wrong;
  }
  throw new RangeError("A preview must end with something to show.");
}

const emptied: Record<string, unknown> = { title: "…", amount_type: "fixed", amount: 0 };
const blank: LinkTerms = { ...newLink, title: "…", amountMinor: 0n };

function fieldsInTheWay(
  body: Record<string, unknown>,
  store: { currency: string; now: Date },
): LinkTerms | string[] {
  // A missing amount is shown as zero. The form is then read as a change of a blank link, because a new link needs its
  // amount.
  const { amount, ...rest } = body;
  const parsed = PaymentLinkChanges.safeParse(amount === 0 || amount === null ? rest : body);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => String(path[0]));
  try {
    return changedLink(blank, parsed.data, store);
  } catch (error) {
    if (error instanceof Invalid) return Object.keys(error.errors);
    throw error;
  }
}

/** An unchanged time keeps its seconds; the form field holds only minutes. */
export function typedInstant(typed: string, timeZone: string, before: Date | null): string | null {
  if (typed === "") return null;
  if (before && typed === localTime(before, timeZone)) return timestamp(before);
  const [, date = "", hour, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(typed) ?? [];
  if (!isCivilDate(date)) return typed;
  return timestamp(new Date(instantAt(date, Number(hour), timeZone).getTime() + Number(minute) * 60_000));
}
