import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { OperatorPage } from "../../operator-page";
import { operatorWords, titledForOperator } from "../../words";
import { createPlanAction } from "../actions";
import { PlanForm } from "../plan-form";

export const generateMetadata = titledForOperator("newPlan");

export default async function NewPlanPage() {
  const person = await currentOperator();
  const words = operatorWords(person);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader title={words.text("newPlan")} purpose={words.text("newPlanPurpose")} />
      <PlanForm person={person} plan={null} action={createPlanAction} words={words} />
    </OperatorPage>
  );
}
