import { notFound, redirect } from "next/navigation";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { ActPage } from "../../../act-page";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { actOnRailAction } from "../../actions";
import { railsPath } from "../../words";
import { findRail } from "../find-rail";

export const generateMetadata = titledForOperator("rail");

const acts = {
  on: {
    effect: "rail_switched_on",
    applies: ({ state, setting }: RailView) => state !== "not_set_up" && setting?.enabled === false,
  },
  off: {
    effect: "rail_switched_off",
    applies: ({ setting }: RailView) => setting?.enabled === true,
  },
  renewals_off: {
    effect: "rail_renewals_off",
    applies: ({ setting, letsRenew }: RailView) => setting !== null && letsRenew,
  },
  renewals_on: {
    effect: "rail_renewals_on",
    applies: ({ setting, letsRenew }: RailView) => setting !== null && !letsRenew,
  },
  remove: {
    effect: "rail_removed",
    // A rail that is on must be switched off first.
    applies: ({ setting }: RailView) => setting?.source === "settings" && !setting.enabled,
  },
} as const;

function isAct(name: string): name is keyof typeof acts {
  return Object.hasOwn(acts, name);
}

type Params = Promise<{ rail: string; act: string }>;

/** The exact effect of an action, before it is done. */
export default async function RailActPage({ params }: { params: Params }) {
  const { rail, act: name } = await params;
  if (!isAct(name)) notFound();
  const view = await findRail(rail);
  const act = acts[name];
  const about = view.kind.name;
  const words = await currentOperatorWords();
  const back = `${railsPath}/${rail}`;
  if (!act.applies(view)) redirect(back);
  return (
    <ActPage
      {...{ section: "rails", back, about }}
      label={words.text(`act_${name}`)}
      effect={words.text(act.effect, { rail: about })}
      undo={words.text(`act_${name}_undo`)}
      action={actOnRailAction}
      hidden={{ rail, act: name }}
      hearers="operators"
      needsProof
      isHarsh={name !== "on" && name !== "renewals_on"}
    />
  );
}
