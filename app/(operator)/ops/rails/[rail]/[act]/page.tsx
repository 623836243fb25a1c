import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { railEffects } from "@/lib/services/rails/effects";
import type { RailView } from "@/lib/services/rails/read-rails";
import { ActPage } from "../../../act-page";
import { actOnRailAction } from "../../actions";
import { railsPath } from "../../words";
import { findRail } from "../find-rail";

export const metadata: Metadata = { title: "Act on a rail" };

const acts = {
  on: {
    label: "Switch on",
    effect: railEffects.switched_on,
    undo: "You can undo this: switch it off again at any time.",
    applies: ({ state, setting }: RailView) => state !== "not_set_up" && setting?.enabled === false,
  },
  off: {
    label: "Switch off",
    effect: railEffects.switched_off,
    undo: "You can undo this: switch it on again at any time.",
    applies: ({ setting }: RailView) => setting?.enabled === true,
  },
  remove: {
    label: "Remove",
    effect: railEffects.removed,
    undo: "You can undo this only by entering the credentials again.",
    applies: ({ setting }: RailView) => setting?.source === "settings",
  },
};

type Params = Promise<{ rail: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function RailActPage({ params }: { params: Params }) {
  const { rail, act: name } = await params;
  if (name !== "on" && name !== "off" && name !== "remove") notFound();
  const view = await findRail(rail);
  const act = acts[name];
  const back = `${railsPath}/${rail}`;
  if (!act.applies(view)) redirect(back);
  return (
    <ActPage
      inEnglish
      {...{ section: "rails", back, undo: act.undo }}
      label={act.label}
      about={view.kind.name}
      effect={act.effect(view.kind.name).effect}
      action={actOnRailAction}
      hidden={{ rail, act: name }}
      hearers="operators"
      isHarsh={name !== "on"}
    />
  );
}
