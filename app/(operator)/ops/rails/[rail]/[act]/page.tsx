import { notFound, redirect } from "next/navigation";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { operatorCaller } from "@/lib/auth/guarded-action";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { readRenewals } from "@/lib/services/desk/rails/renewals";
import { systemWorld } from "@/lib/services/desk/system-world";
import { ActPage } from "../../../act-page";
import { findRail } from "../../../find";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { actOnRailAction } from "../../actions";
import { railsPath } from "../../words";

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
  renewals_limit: {
    effect: "rail_renewals_limit",
    applies: ({ setting }: RailView) => setting !== null,
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

/** The number that is in force, to be changed. */
async function mostField(rail: string, words: DashboardWords): Promise<FieldSpec> {
  const { dailyMax, made } = await readRenewals(systemWorld(), await operatorCaller(), rail);
  return {
    ...{ kind: "text", name: "most", inputMode: "numeric", required: true, maxLength: 7 },
    label: words.text("renewalsMost"),
    help: words.text("renewalsMade", { made: String(made), most: String(dailyMax) }),
    value: String(dailyMax),
  };
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
      fields={name === "renewals_limit" ? [await mostField(rail, words)] : []}
      isHarsh={name === "off" || name === "renewals_off" || name === "remove"}
    />
  );
}
