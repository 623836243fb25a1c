import { notFound } from "next/navigation";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { listPlanChanges, type PlanLine, readPlan } from "@/lib/services/desk/operator/read-plans";
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
  const changes = await listPlanChanges(systemWorld(), await operatorCaller(), plan.code);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader
        title={words.rich("changeThisPlan", { plan: <bdi key="plan">{plan.name}</bdi> })}
        purpose={words.text("changePlanMeans", { count: plan.stores })}
      />
      <PlanForm person={person} plan={plan} action={changePlanTermsAction} words={words} />
      <History changes={changes} words={words} />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("changePlanUndo")}</p>
    </OperatorPage>
  );
}

/** How its fees were changed: from each of these days on, for what was ordered and paid out after. */
function History({ changes, words }: { changes: PlanChange[]; words: DashboardWords }) {
  const [fee, payoutFee] = [words.text("planFee"), words.text("planPayoutFee")];
  return (
    <Section title={words.text("planHistory")}>
      {changes.length === 0 ? (
        <p className="py-4 text-ink-2">{words.text("planHistoryNone")}</p>
      ) : (
        <Table
          caption={words.text("planHistory")}
          columns={[
            { label: words.text("planWhen") },
            { label: fee, onPhone: fee },
            { label: payoutFee, onPhone: payoutFee },
            { label: words.text("planWho"), onPhone: words.text("planWho") },
            { label: words.text("planWhyDone") },
          ]}
          rows={changes.map((change) => ({
            key: change.id,
            cells: [
              <Timestamp key="at" at={change.at} timeZone="UTC" locale={words.locale} />,
              became(change.feeBefore, change.fee),
              became(change.payoutFeeBefore, change.payoutFee),
              <bdi key="by">{change.by}</bdi>,
              <bdi key="why">{change.reason}</bdi>,
            ],
          }))}
        />
      )}
    </Section>
  );
}

type PlanChange = Awaited<ReturnType<typeof listPlanChanges>>[number];

function became(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

async function findPlan(code: string): Promise<PlanLine> {
  try {
    return await readPlan(systemWorld(), await operatorCaller(), code);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
