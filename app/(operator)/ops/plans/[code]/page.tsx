import { notFound } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type PlanLine, readPlan } from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../../operator-page";
import { operatorWords, titledForOperator } from "../../words";
import { changePlanTermsAction } from "../actions";
import { PlanForm } from "../plan-form";

export const generateMetadata = titledForOperator("opsPlans");

/** The content of the plan, and how many stores a change affects. */
export default async function PlanPage({ params }: { params: Promise<{ code: string }> }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const plan = await findPlan((await params).code);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader
        title={words.rich("changeThisPlan", { plan: <bdi key="plan">{plan.name}</bdi> })}
        purpose={words.text("changePlanMeans", { count: plan.stores })}
      />
      <PlanForm person={person} plan={plan} action={changePlanTermsAction} words={words} />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("changePlanUndo")}</p>
    </OperatorPage>
  );
}

async function findPlan(code: string): Promise<PlanLine> {
  try {
    return await readPlan(systemWorld(), await operatorCaller(), code);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
