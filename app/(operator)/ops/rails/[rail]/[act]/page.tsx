import { done } from "@/lib/auth/sealed-cookie";
import { removeRail, switchRail } from "@/lib/services/desk/rails/change-rail";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { limitRenewals, readRenewals, switchRenewals } from "@/lib/services/desk/rails/renewals";
import { actPage } from "../../../act-page";
import { findRail, railsPath } from "../../../desk";

const rules = {
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

const acts = actPage({
  section: "rails",
  actTitle: "rail",
  find: (_, rail) => findRail(rail),
  idOf: ({ kind }) => kind.id,
  pathOf: ({ kind }) => `${railsPath}/${kind.id}`,
  about: ({ kind }) => kind.name,
  acts: ["on", "off", "renewals_off", "renewals_on", "renewals_limit", "remove"],
  applies: (act, view) => rules[act].applies(view),
  told: (act, { kind }, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(rules[act].effect, { rail: kind.name }),
    undo: words.text(`act_${act}_undo`),
  }),
  isHarsh: (act) => act === "off" || act === "renewals_off" || act === "remove",
  hearers: "operators",
  proves: true,
  fields: async (act, { kind }, { world, operator, words }) => {
    if (act !== "renewals_limit") return [];
    // The number that is in force, to be changed.
    const { dailyMax, made } = await readRenewals(world, operator, kind.id);
    return [
      {
        ...{ kind: "text", name: "most", inputMode: "numeric", required: true, maxLength: 7 },
        label: words.text("renewalsMost"),
        help: words.text("renewalsMade", { made: String(made), most: String(dailyMax) }),
        value: String(dailyMax),
      },
    ];
  },
  run: async (operator, { id: rail, act, most, reason, password, code }, { world, words }) => {
    const input = { rail, reason, password, code };
    if (act === "remove") await removeRail(world, operator, input);
    else if (act === "renewals_limit") await limitRenewals(world, operator, { ...input, most });
    else if (act === "on" || act === "off") await switchRail(world, operator, { ...input, on: act === "on" });
    else await switchRenewals(world, operator, { ...input, on: act === "renewals_on" });
    return done(`${railsPath}/${rail}`, words.text("railDone"));
  },
});

export const generateMetadata = acts.metadata;
export default acts.page(async (previous, form) => {
  "use server";
  return acts.send(previous, form);
});
