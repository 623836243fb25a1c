import { PageHeader } from "@/components/ui/blocks";
import { OperatorPage } from "../../operator-page";
import { operatorWithWords, titledForOperator } from "../../words";
import { createPlanAction } from "../actions";
import { PlanForm } from "../plan-form";

export const generateMetadata = titledForOperator("newPlan");

export default async function NewPlanPage() {
  const { person, words } = await operatorWithWords();
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader title={words.text("newPlan")} purpose={words.text("newPlanPurpose")} />
      <PlanForm person={person} plan={null} action={createPlanAction} words={words} />
    </OperatorPage>
  );
}
