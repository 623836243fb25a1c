import type { RailKind } from "@/lib/providers/rails/kind";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { notifyOperators, type Operator, requireOperator, requireReason } from "../operator/operator";

/** The effect of each act on a rail: shown before, mailed after. */
const effects = {
  saved: "rail_saved_live",
  saved_test: "rail_saved_test",
  kept: "rail.kept_effect",
  switched_off: "rail_switched_off",
  switched_on: "rail_switched_on",
  renewals_off: "rail.renewals_off_effect",
  renewals_on: "rail.renewals_on_effect",
  removed: "rail_removed",
} as const;

export type RailAct = keyof typeof effects;

/** What was done to the rail, and its effect. */
export function toldOf(act: RailAct, rail: string): { what: Said; effect: Said } {
  const did = act === "saved_test" ? "saved" : act;
  return { what: said(`rail.did_${did}`, { rail }), effect: said(effects[act], { rail }) };
}

interface Done {
  /** Its name in the log. */
  act: string;
  details?: Record<string, string | boolean>;
  what: Said;
  effect: Said;
}

/** An act on a rail: who may and why, the work, the log, and the mail to all operators. */
export async function recordAct(
  world: World,
  operator: Operator,
  kind: RailKind,
  typedReason: string,
  work: (unit: Unit) => Promise<Done>,
): Promise<void> {
  await transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    const reason = requireReason(typedReason);
    const { act, details = {}, what, effect } = await work(unit);
    const action = `rail.${act}`;
    await unit.audit(operator, { reason, action, target: `rail:${kind.id}`, details });
    const key = `${action}/${kind.id}/${unit.now.getTime()}`;
    await notifyOperators(world, unit, { key, template: action, what, effect, reason, by });
  });
}
