import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { proofSpecs } from "@/app/_forms/proof-specs";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { decimalText } from "@/lib/domain/decimal";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";
import { plansPath } from "./paths";

/** The content of a plan, the reason for its change, and the operator's password. */
export function PlanForm({
  plan,
  person,
  action,
  words,
}: {
  plan: PlanLine | null;
  person: { hasTwoStep: boolean };
  action: FieldFormProps["action"];
  words: DashboardWords;
}) {
  return (
    <FieldForm
      action={action}
      hidden={plan ? { plan: plan.code } : {}}
      fields={[...termFields(plan, words), ...actFields(plan, person, words)]}
      titles={problemTitles(words)}
      submit={words.text("savePlan")}
      note={
        <ButtonLink look="quiet" href={plansPath}>
          {words.text("leaveIt")}
        </ButtonLink>
      }
    />
  );
}

function termFields(plan: PlanLine | null, words: DashboardWords): FieldSpec[] {
  const percent = (ppm: number | undefined) => decimalText(BigInt(ppm ?? 0), 4);
  return [
    {
      ...{ kind: "text", name: "name", label: words.text("planName"), help: words.text("planNameHelp") },
      value: plan?.name ?? "",
    },
    {
      ...{ kind: "boxes", name: "api", label: words.text("planApi") },
      options: [{ value: "yes", label: words.text("includesApi") }],
      value: (plan?.includesApi ?? true) ? ["yes"] : [],
    },
    {
      ...{ kind: "text", name: "fee", label: words.text("feePercent"), help: words.text("feePercentHelp") },
      ...{ inputMode: "decimal", value: percent(plan?.feePpm) },
    },
    {
      ...{ kind: "text", name: "payout_fee", label: words.text("payoutFeePercent") },
      ...{
        help: words.text("payoutFeePercentHelp"),
        inputMode: "decimal",
        value: percent(plan?.payoutFeePpm),
      },
    },
  ];
}

function actFields(
  plan: PlanLine | null,
  person: { hasTwoStep: boolean },
  words: DashboardWords,
): FieldSpec[] {
  return [
    {
      ...{ kind: "area", name: "reason", label: words.text("whyDone") },
      help: words.text(plan && plan.stores > 0 ? "hears_owner" : "hears_nobody"),
    },
    ...proofSpecs(words, person),
  ];
}
