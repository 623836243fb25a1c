import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { EmptyState, Facts, PageHeader, Section } from "@/components/ui/blocks";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { planEffect } from "@/lib/services/desk/operator/act-on-store";
import { readPlans } from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";
import { sayIn } from "@/lib/text/mail";
import { LeaveIt } from "../../../act-page";
import { findStore } from "../../../find";
import { OperatorPage } from "../../../operator-page";
import { operatorWithWords, titledForOperator } from "../../../words";
import { changePlanAction } from "../../actions";
import { storesPath } from "../../words";

export const generateMetadata = titledForOperator("changePlan");

type Params = Promise<{ id: string }>;

/** The exact effect of each other plan, and the choice. */
export default async function PlanPage({ params }: { params: Params }) {
  const { person, words } = await operatorWithWords();
  const store = await findStore((await params).id);
  const plans = await readPlans(systemWorld(), await operatorCaller());
  const others = plans.filter(({ code }) => code !== store.planCode);
  const back = `${storesPath}/${store.id}`;
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader
        title={words.rich("actOn", {
          act: words.text("changePlan"),
          what: <bdi key="store">{store.name}</bdi>,
        })}
        purpose={words.text("planNow", { plan: store.plan.name })}
      />
      {others.length === 0 ? (
        <EmptyState sentence={words.text("noOtherPlan")} />
      ) : (
        <>
          <Section title={words.text("eachPlanChanges")}>
            <Facts
              items={others.map((plan) => ({
                label: plan.name,
                value: sayIn(words.lang, planEffect(store.plan, plan, store.currency)),
              }))}
            />
          </Section>
          <div className="mt-6">
            <FieldForm
              action={changePlanAction}
              hidden={{ store: String(store.id) }}
              fields={[
                {
                  kind: "select",
                  name: "plan",
                  label: words.text("plan"),
                  options: others.map(({ code, name }) => ({ value: code, label: name })),
                },
                {
                  kind: "area",
                  name: "reason",
                  label: words.text("whyDone"),
                  help: words.text("hears_owner"),
                },
                ...proofSpecs(words, person),
              ]}
              titles={problemTitles(words)}
              submit={words.text("changePlan")}
              note={<LeaveIt to={back} words={words} />}
            />
          </div>
        </>
      )}
    </OperatorPage>
  );
}
