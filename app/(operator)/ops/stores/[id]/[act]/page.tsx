import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { actRules, storeActs } from "@/lib/services/operator/store-acts";
import { OperatorPage } from "../../../operator-page";
import { actOnStoreAction } from "../../actions";
import { storesPath } from "../../words";
import { findStore } from "../find-store";

export const metadata: Metadata = { title: "Act on a store" };

type Params = Promise<{ id: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function ActPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const { id, act: name } = await params;
  const act = storeActs.find((known) => known === name);
  if (!act) notFound();
  const store = await findStore(id);
  const back = `${storesPath}/${store.id}`;
  const rule = actRules[act];
  if (!rule.applies(store)) redirect(back);
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader
        title={
          <>
            {rule.label}: <bdi>{store.name}</bdi>
          </>
        }
        purpose={rule.effect}
      />
      <FieldForm
        action={actOnStoreAction}
        hidden={{ store: String(store.id), act }}
        fields={[
          {
            kind: "area",
            name: "reason",
            label: "Why",
            help: "The owner gets this by mail, word for word, and it is kept in the audit log.",
          },
        ]}
        submit={rule.label}
        look={rule.isHarsh ? "danger" : "primary"}
        note={
          <ButtonLink look="quiet" href={back}>
            Leave it
          </ButtonLink>
        }
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">
        You can undo this: “{actRules[rule.undo].label}”.
      </p>
    </OperatorPage>
  );
}
