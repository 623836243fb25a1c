import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";
import { LeaveIt } from "../act-page";
import { plansPath } from "../paths";
import { planSpecs } from "./plan-fields";

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
      fields={[...planSpecs(words, plan), ...proofSpecs(words, person)]}
      titles={problemTitles(words)}
      submit={words.text("savePlan")}
      note={<LeaveIt to={plansPath} words={words} />}
    />
  );
}
