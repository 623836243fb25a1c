import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { FixedFees } from "@/lib/domain/fees";
import { decimalText, toMajorText } from "@/lib/domain/money";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";

export const planFields = {
  name: { kind: "text", label: "planName", help: "planNameHelp" },
  api: {
    kind: "boxes",
    label: "planApi",
    options: ({ words }) => [{ value: "yes", label: words.text("includesApi") }],
  },
  fee: { kind: "text", inputMode: "decimal", label: "feePercent", help: "feePercentHelp" },
  payout_fee: {
    kind: "text",
    inputMode: "decimal",
    label: "payoutFeePercent",
    help: "payoutFeePercentHelp",
  },
  reason: {
    kind: "area",
    label: "whyDone",
    help: ({ words, plan }) => words.text(plan && plan.stores > 0 ? "hears_owner" : "hears_nobody"),
  },
} satisfies Fields<{ words: DashboardWords; plan: PlanLine | null }>;

export const fixedFields = {
  fixed: money("fixedFee"),
  min: money("fixedFeeMin"),
  max: { ...money("fixedFeeMax"), help: "fixedFeeMaxHelp" },
  payout_fixed: money("payoutFixedFee"),
  reason: { kind: "area", label: "whyDone", help: ({ words }) => words.text("hears_owner") },
} satisfies Fields<AboutFixed>;

interface AboutFixed {
  words: DashboardWords;
  currency: string;
}

function money(label: "fixedFee" | "fixedFeeMin" | "fixedFeeMax" | "payoutFixedFee") {
  return {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }: AboutFixed) => words.text(label, { currency }),
  } as const;
}

/** The form of what a plan adds in one currency. */
export function fixedSpecs(words: DashboardWords, currency: string, held: TypedFixed): FieldSpec[] {
  return fieldSpecs(fixedFields, { words, currency }, held);
}

export type TypedFixed = Record<"fixed" | "min" | "max" | "payout_fixed", string>;

/** The amounts as they are typed; empty where there is none. */
export function typedFixed(fees: FixedFees, currency: string): TypedFixed {
  const text = (minor: bigint | null) => (minor ? toMajorText({ minor, currency }) : "");
  return {
    fixed: text(fees.fixedMinor),
    min: text(fees.minMinor),
    max: text(fees.maxMinor),
    payout_fixed: text(fees.payoutFixedMinor),
  };
}

/** The form of a new plan, or with what a plan has. */
export function planSpecs(words: DashboardWords, plan: PlanLine | null): FieldSpec[] {
  const percent = (ppm = 0) => decimalText(BigInt(ppm), 4);
  return fieldSpecs(
    planFields,
    { words, plan },
    {
      name: plan?.name,
      api: (plan?.includesApi ?? true) ? ["yes"] : [],
      fee: percent(plan?.feePpm),
      payout_fee: percent(plan?.payoutFeePpm),
    },
  );
}
