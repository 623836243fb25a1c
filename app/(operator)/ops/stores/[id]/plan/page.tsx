import { proofSpecs } from "@/app/_forms/fields";
import { EmptyState, Facts, PageHeader, Section } from "@/components/ui/blocks";
import { planEffect } from "@/lib/services/desk/operator/act-on-store";
import { readPlans } from "@/lib/services/desk/operator/read-plans";
import { sayIn } from "@/lib/text/mail";
import { DeskForm, reasonField } from "../../../act-page";
import { changePlanAction } from "../../../actions";
import { findStore, storesPath, titledForOperator } from "../../../desk";
import { operatorPage } from "../../../operator-page";

export const generateMetadata = titledForOperator("changePlan");

/** The exact effect of each other plan, and the choice. */
export default operatorPage("stores", async (who, { params }: { params: Promise<{ id: string }> }) => {
  const { world, operator, person, words } = who;
  const store = await findStore((await params).id);
  const plans = await readPlans(world, operator);
  const others = plans.filter(({ code }) => code !== store.planCode);
  return (
    <>
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
            <DeskForm
              action={changePlanAction}
              hidden={{ store: String(store.id) }}
              fields={[
                {
                  ...{ kind: "select", name: "plan", label: words.text("plan") },
                  options: others.map(({ code, name }) => ({ value: code, label: name })),
                },
                reasonField(words, "owner"),
                ...proofSpecs(words, person),
              ]}
              words={words}
              submit={words.text("changePlan")}
              back={`${storesPath}/${store.id}`}
            />
          </div>
        </>
      )}
    </>
  );
});
