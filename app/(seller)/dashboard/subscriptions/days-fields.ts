import type { Fields } from "@/app/_forms/fields";

/** The fields of days for free. `extendSubscription` returns problems under the same names. */
export const daysFields = {
  days: { kind: "text", inputMode: "decimal", label: "daysGiven", help: "daysGivenHelp" },
  reason: { kind: "text", label: "why", help: "whyHelp" },
} satisfies Fields;

/** The field of a discount. `giveDiscount` returns problems under the same name. */
export const discountFields = {
  code: { kind: "text", label: "discountCode", help: "giveDiscountHelp" },
} satisfies Fields;
