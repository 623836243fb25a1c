import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { fieldAmount, formatNumber } from "@/lib/domain/money";
import { appliesBy } from "@/lib/resources/discount-input";
import { localTime } from "@/lib/resources/form-fields";
import type { DiscountRow } from "@/lib/services/catalog/discounts/read";

interface About {
  words: DashboardWords;
  store: { currency: string; timeZone: string };
  products: readonly { id: number; name: string }[];
  /** Null on the form of a new one. */
  discount: DiscountRow | null;
}

/** The form in which a discount is written. `discountBody` reads it. */
const discountFields = {
  name: { kind: "text", label: "discountName", help: "discountNameHelp" },
  applies: {
    kind: "select",
    label: "discountApplies",
    options: ({ words }) =>
      appliesBy.map((value) => ({ value, label: words.text(`discountApplies_${value}`) })),
  },
  code: { kind: "text", label: "discountCode", help: "discountCodeHelp", placeholder: "SAVE20" },
  type: {
    kind: "select",
    label: "discountTakesOff",
    options: ({ words, store: { currency } }) => [
      { value: "percent", label: words.text("discountPercentOf") },
      { value: "amount", label: words.text("discountAmountIn", { currency }) },
    ],
  },
  value: { kind: "text", inputMode: "decimal", label: "discountValue", help: "discountValueHelp" },
  duration: {
    kind: "select",
    label: "discountDuration",
    options: ({ words }) => [
      { value: "once", label: words.text("discountOnce") },
      { value: "periods", label: words.text("discountPeriods") },
      { value: "forever", label: words.text("discountForever") },
    ],
  },
  durationPeriods: {
    kind: "text",
    inputMode: "decimal",
    label: "discountHowMany",
    help: "discountHowManyHelp",
  },
  options: {
    kind: "boxes",
    label: "discountWho",
    options: ({ words }) => [{ value: "firstTimeOnly", label: words.text("discountFirstTime") }],
  },
  productIds: {
    kind: "boxes",
    folded: true,
    label: "discountProducts",
    options: ({ products }) => products.map(({ id, name }) => ({ value: String(id), label: name })),
  },
  maxRedemptions: { kind: "text", folded: true, label: "discountMax", help: "mayStayEmpty" },
  maxRedemptionsPerCustomer: { kind: "text", folded: true, label: "discountMaxEach", help: "mayStayEmpty" },
  minAmount: {
    kind: "text",
    folded: true,
    inputMode: "decimal",
    label: ({ words, store: { currency } }) => words.text("discountLeast", { currency }),
    help: "mayStayEmpty",
  },
  startsAt: {
    kind: "text",
    folded: true,
    type: "datetime-local",
    label: "discountFrom",
    help: ({ words, store }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
  expiresAt: {
    kind: "text",
    folded: true,
    type: "datetime-local",
    label: "discountUntil",
    help: ({ words, store }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
} satisfies Fields<About>;

/** The form, empty or with what the discount is now. */
export function discountSpecs(about: About): FieldSpec[] {
  const { discount, words } = about;
  if (!discount) return fieldSpecs(discountFields, about);
  const { currency, timeZone } = about.store;
  const typed = (minor: bigint | null) =>
    minor === null ? "" : fieldAmount({ minor, currency }, words.lang);
  const { percentHundredths: share } = discount;
  const at = (instant: Date | null) => instant && localTime(instant, timeZone);
  return fieldSpecs(discountFields, about, {
    name: discount.name,
    applies: discount.isAutomatic ? "automatic" : discount.code === null ? "batch" : "code",
    code: discount.code,
    type: discount.type,
    value: share === null ? typed(discount.amountMinor) : formatNumber(share / 100, words.lang),
    duration: discount.duration,
    durationPeriods: discount.durationPeriods?.toString(),
    options: discount.firstTimeOnly ? ["firstTimeOnly"] : [],
    productIds: discount.productIds.map(String),
    maxRedemptions: discount.maxRedemptions?.toString(),
    maxRedemptionsPerCustomer: discount.maxPerCustomer?.toString(),
    minAmount: typed(discount.minAmountMinor),
    startsAt: at(discount.startsAt),
    expiresAt: at(discount.expiresAt),
  });
}

/** The form that makes a batch of codes. */
export const codesFields = {
  count: { kind: "text", inputMode: "decimal", label: "codesCount", help: "codesCountHelp" },
  prefix: { kind: "text", label: "codesPrefix", help: "codesPrefixHelp", placeholder: "GYM" },
} satisfies Fields;
