import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { decimalText } from "@/lib/domain/decimal";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";

interface About {
  words: DashboardWords;
  plan: PlanLine | null;
}

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
} satisfies Fields<About>;

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
