import { cache } from "react";
import type { z } from "zod";
import type { Fields, HeldFields } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { problemsOf } from "@/lib/api/read-request";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import type { DiscountStatus } from "@/lib/domain/discount";
import { fieldAmount, formatMoney, formatNumber } from "@/lib/domain/money";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { rowIdOf } from "@/lib/domain/token";
import { appliesBy, discountBody, discountFormProblems, NewDiscount } from "@/lib/resources/discount-input";
import { localTime, type SentForm } from "@/lib/resources/form-fields";
import { type DiscountRow, readDiscount } from "@/lib/services/catalog/discounts/read";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { savedShown, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { found } from "../../../service-name";
import { type About as Act, inSection, type Thing } from "../act-page";
import { wordsFor } from "../words";

/** Null on the form of a new one. */
interface Shown {
  discount: DiscountRow | null;
  products: readonly { id: number; name: string }[];
}
type About = Act<Shown>;

/** What the form of a new discount is shown with. */
export const newDiscount = inSection<Shown>("discounts", async (seller) => ({
  discount: null,
  products: await productsFor(seller, null),
}));

/** A discount that is changed in its form. */
export const changedDiscount: Thing<Shown & { discount: DiscountRow }, number> = {
  section: "discounts",
  id: idField,
  find: async (seller, id) => {
    const discount = await ownDiscount(seller, id);
    return { discount, products: await productsFor(seller, discount) };
  },
  sent: ({ discount }) => ({
    id: String(discount.id),
    seen: sealShown(systemWorld(), `discount/${discount.id}`, savedShown(discount)),
  }),
  back: () => null,
};

async function productsFor(seller: CurrentSeller, discount: DiscountRow | null) {
  const listed = await listProductsForDashboard(systemWorld(), seller.caller(true));
  // What it is for stays there to be seen and kept, whatever became of it.
  const isChosen = ({ id }: { id: number }) => discount?.productIds.includes(id) ?? false;
  const others = listed.filter((product) => product.status !== "archived" && !isChosen(product));
  return [...listed.filter(isChosen), ...others].slice(0, 100);
}

/** Reads what was typed and saves it. A problem is shown at its field, and called by the form's name and not the API's. */
export async function saveTyped(
  seller: CurrentSeller,
  sent: SentForm,
  before: DiscountRow | null,
  save: (typed: z.output<typeof NewDiscount>) => Promise<DiscountRow>,
): Promise<DiscountRow> {
  const { store } = seller;
  try {
    const language = wordsFor(seller).lang;
    const parsed = NewDiscount.safeParse(discountBody(sent, { ...store, language }, before));
    if (!parsed.success) throw new Invalid(problemsOf(parsed.error));
    return await save(parsed.data);
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(discountFormProblems(error.errors, store.currency));
    if (error instanceof Refusal && error.field)
      throw new Invalid({ [error.field]: [say(`refusal.${error.code}`)] });
    throw error;
  }
}

/** The form in which a discount is written. `discountBody` reads it. */
const discountFields = {
  name: { kind: "text", label: "discountName", help: "discountNameHelp" },
  applies: {
    ...{ kind: "select", label: "discountApplies" },
    options: ({ words }) =>
      appliesBy.map((value) => ({ value, label: words.text(`discountApplies_${value}`) })),
  },
  code: {
    ...{ kind: "text", only: ["applies", "code"], label: "discountCode", help: "discountCodeHelp" },
    placeholder: "SAVE20",
  },
  type: {
    ...{ kind: "select", label: "discountTakesOff" },
    options: ({ words, seller: { store } }) => [
      { value: "percent", label: words.text("discountPercentOf") },
      { value: "amount", label: words.text("discountAmountIn", { currency: store.currency }) },
    ],
  },
  value: { kind: "text", inputMode: "decimal", label: "discountValue", help: "discountValueHelp" },
  duration: {
    ...{ kind: "select", folded: true, short: "shortDuration", label: "discountDuration" },
    options: ({ words }) => [
      { value: "once", label: words.text("discountOnce") },
      { value: "periods", label: words.text("discountPeriods") },
      { value: "forever", label: words.text("discountForever") },
    ],
  },
  durationPeriods: {
    ...{ kind: "text", folded: true, only: ["duration", "periods"], inputMode: "decimal" },
    ...{ label: "discountHowMany", help: "discountHowManyHelp" },
  },
  options: {
    ...{ kind: "boxes", folded: true, short: "shortWho", label: "discountWho" },
    options: ({ words }) => [{ value: "firstTimeOnly", label: words.text("discountFirstTime") }],
  },
  productIds: {
    ...{ kind: "boxes", folded: true, short: "shortProducts", label: "discountProducts" },
    options: ({ row }) => row.products.map(({ id, name }) => ({ value: String(id), label: name })),
  },
  maxRedemptions: {
    ...{ kind: "text", folded: true, short: "shortLimits", label: "discountMax", help: "mayStayEmpty" },
  },
  maxRedemptionsPerCustomer: { kind: "text", folded: true, label: "discountMaxEach", help: "mayStayEmpty" },
  minAmount: {
    ...{ kind: "text", folded: true, inputMode: "decimal", help: "mayStayEmpty" },
    label: ({ words, seller: { store } }) => words.text("discountLeast", { currency: store.currency }),
  },
  startsAt: {
    ...{ kind: "text", folded: true, short: "shortDates", type: "datetime-local", label: "discountFrom" },
    help: ({ words, seller: { store } }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
  expiresAt: {
    ...{ kind: "text", folded: true, type: "datetime-local", label: "discountUntil" },
    help: ({ words, seller: { store } }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
} satisfies Fields<About>;

/** What the form holds: nothing, or what the discount is now. */
function heldBy({ row: { discount }, seller, words }: About): HeldFields<typeof discountFields> {
  if (!discount) return {};
  const { currency, timeZone } = seller.store;
  const typed = (minor: bigint | null) =>
    minor === null ? "" : fieldAmount({ minor, currency }, words.lang);
  const { percentHundredths: share } = discount;
  const at = (instant: Date | null) => instant && localTime(instant, timeZone);
  return {
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
  };
}

/** What both forms of a discount are. */
export const discountForm = { fields: discountFields, held: heldBy, more: "moreChoices" } as const;

/** The form that makes a batch of codes. */
export const codesFields = {
  count: { kind: "text", inputMode: "decimal", label: "codesCount", help: "codesCountHelp" },
  prefix: { kind: "text", label: "codesPrefix", help: "codesPrefixHelp", placeholder: "GYM" },
} satisfies Fields;

export const discountTones: Record<DiscountStatus, StatusTone> = {
  active: "ok",
  scheduled: "plain",
  paused: "warn",
  expired: "ended",
  used_up: "ended",
};

export const discountsPath = "/dashboard/discounts";

export function discountPath(id: number): string {
  return `${discountsPath}/${id}`;
}

/** "20 %" or "KES 100". */
export function takesOff(row: DiscountRow, words: DashboardWords): string {
  const { percentHundredths, amountMinor: minor, currency } = row;
  if (minor !== null) return formatMoney({ minor, currency }, words.lang);
  const share = formatNumber((percentHundredths ?? 0) / 100, words.lang);
  return words.text("discountShare", { share });
}

/** For how long, of a subscription. */
export function durationOf({ duration, durationPeriods }: DiscountRow, words: DashboardWords): string {
  return duration === "periods"
    ? words.text("discountForPeriods", { count: durationPeriods ?? 0 })
    : words.text(duration === "once" ? "discountOnce" : "discountForever");
}

/** The code, or how it applies without one. */
export function waysOf({ code, isAutomatic }: DiscountRow, words: DashboardWords): string {
  return code ?? words.text(isAutomatic ? "discountByItself" : "discountByBatches");
}

/** "3", or "3 of 50" where it is limited. */
export function timesRedeemed(row: DiscountRow, words: DashboardWords): string {
  const count = String(row.redemptionsCount);
  return row.maxRedemptions === null
    ? count
    : words.text("countOf", { count, max: String(row.maxRedemptions) });
}

/** The discount of this page's address; without one, the page does not exist. */
export const ownDiscount = cache(async (seller: CurrentSeller, id: string): Promise<DiscountRow> => {
  const number = rowIdOf(id);
  return found(readDiscount(systemWorld(), seller.caller(true), number));
});
