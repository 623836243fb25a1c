import { PageHeader } from "@/components/ui/blocks";
import { titledForOperator } from "../../desk";
import { operatorPage } from "../../operator-page";
import { createPlanAction } from "../actions";
import { PlanForm } from "../plan-parts";

export const generateMetadata = titledForOperator("newPlan");

export default operatorPage("plans", ({ person, words }) => (
  <>
    <PageHeader title={words.text("newPlan")} purpose={words.text("newPlanPurpose")} />
    <PlanForm person={person} plan={null} action={createPlanAction} words={words} />
  </>
));
