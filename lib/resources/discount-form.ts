import type { Language } from "@/lib/domain/languages";
import type { Problems } from "@/lib/domain/refusal";
import { formProblems, type SentForm, sentHas, sentText, typedAmount, typedNumber } from "./form-fields";
import { typedInstant } from "./payment-link-form";

/** How a discount applies, as the form asks it. */
export const appliesBy = ["code", "automatic", "batch"] as const;

/** The form of a discount as an API body, to be read with NewDiscount. */
export function discountBody(
  form: SentForm,
  store: { timeZone: string; currency: string; language: Language },
  before: { startsAt: Date | null; expiresAt: Date | null } | null = null,
): Record<string, unknown> {
  const { currency, language, timeZone } = store;
  const applies = sentText(form, "applies");
  const type = sentText(form, "type");
  const count = (name: string) => typedNumber(sentText(form, name), language);
  const value = sentText(form, "value");
  return {
    name: sentText(form, "name"),
    code: applies === "code" ? sentText(form, "code") || null : null,
    is_automatic: applies === "automatic",
    type,
    percent: type === "percent" ? typedNumber(value, language) : null,
    amount: type === "amount" ? typedAmount(value, currency, language) : null,
    duration: sentText(form, "duration"),
    duration_periods: count("durationPeriods"),
    product_ids: [form.productIds ?? []].flat().map(Number),
    min_amount: typedAmount(sentText(form, "minAmount"), currency, language),
    first_time_only: sentHas(form, "options", "firstTimeOnly"),
    max_redemptions: count("maxRedemptions"),
    max_redemptions_per_customer: count("maxRedemptionsPerCustomer"),
    starts_at: typedInstant(sentText(form, "startsAt"), timeZone, before?.startsAt ?? null),
    expires_at: typedInstant(sentText(form, "expiresAt"), timeZone, before?.expiresAt ?? null),
  };
}

/** The problems of such a body under the names of the form: both kinds of value are one field. */
export function discountFormProblems(errors: Readonly<Problems>, currency: string): Problems {
  const { percent, amount, ...others } = errors;
  const value = percent ?? amount;
  return formProblems({ ...others, ...(value ? { value } : {}) }, currency);
}
