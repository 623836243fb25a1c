import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listPlans } from "@/lib/services/operator/read-store";
import { planEffect } from "@/lib/services/operator/store-acts";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../../../operator-page";
import { changePlanAction } from "../../actions";
import { storesPath } from "../../words";
import { findStore } from "../find-store";

export const metadata: Metadata = { title: "Change a plan" };

type Params = Promise<{ id: string }>;

/** What each other plan would change, word for word, and the choice. */
export default async function PlanPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const store = await findStore((await params).id);
  const plans = await listPlans(systemWorld(), await operatorCaller());
  const others = plans.filter(({ code }) => code !== store.planCode);
  const back = `${storesPath}/${store.id}`;
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader
        title={
          <>
            Change the plan: <bdi>{store.name}</bdi>
          </>
        }
        purpose={`It is on ${store.plan.name} now. You can move it back the same way.`}
      />
      {others.length === 0 ? (
        <EmptyState sentence="There is no other plan." />
      ) : (
        <>
          <Section title="What each plan would change">
            <Facts
              items={others.map((plan) => ({ label: plan.name, value: planEffect(store.plan, plan) }))}
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
                  label: "Plan",
                  options: others.map(({ code, name }) => ({ value: code, label: name })),
                },
                {
                  kind: "area",
                  name: "reason",
                  label: "Why",
                  help: "The owner gets this by mail, word for word, and it is kept in the audit log.",
                },
              ]}
              submit="Change the plan"
              note={
                <ButtonLink look="quiet" href={back}>
                  Leave it
                </ButtonLink>
              }
            />
          </div>
        </>
      )}
    </OperatorPage>
  );
}
