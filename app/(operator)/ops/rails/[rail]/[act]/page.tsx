import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { railEffects } from "@/lib/services/rails/effects";
import type { RailView } from "@/lib/services/rails/read-rails";
import { OperatorPage } from "../../../operator-page";
import { actOnRailAction } from "../../actions";
import { railsPath, reasonField } from "../../words";
import { findRail } from "../find-rail";

export const metadata: Metadata = { title: "Act on a rail" };

const acts = {
  on: {
    label: "Switch on",
    effect: railEffects.switched_on,
    undo: "Switch it off again at any time.",
    applies: ({ state, setting }: RailView) => state !== "not_set_up" && setting?.enabled === false,
  },
  off: {
    label: "Switch off",
    effect: railEffects.switched_off,
    undo: "Switch it on again at any time.",
    applies: ({ setting }: RailView) => setting?.enabled === true,
  },
  remove: {
    label: "Remove",
    effect: railEffects.removed,
    undo: "To undo this, the credentials have to be entered again.",
    applies: ({ setting }: RailView) => setting?.source === "settings",
  },
};

type Params = Promise<{ rail: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function RailActPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const { rail, act: name } = await params;
  if (name !== "on" && name !== "off" && name !== "remove") notFound();
  const view = await findRail(rail);
  const act = acts[name];
  const back = `${railsPath}/${rail}`;
  if (!act.applies(view)) redirect(back);
  const title = `${act.label}: ${view.kind.name}`;
  return (
    <OperatorPage person={person} section="rails">
      <PageHeader title={title} purpose={act.effect(view.kind.name).effect} />
      <FieldForm
        action={actOnRailAction}
        hidden={{ rail, act: name }}
        fields={[reasonField]}
        submit={`${act.label} ${view.kind.name}`}
        look={name === "on" ? "primary" : "danger"}
        note={
          <ButtonLink look="quiet" href={back}>
            Leave it
          </ButtonLink>
        }
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{act.undo}</p>
    </OperatorPage>
  );
}
