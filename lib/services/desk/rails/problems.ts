import { type Problem, type Problems, say } from "@/lib/domain/refusal";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { RailSetting } from "@/lib/services/core/rails";

/**
 * Why a rail cannot be used with its settings, by field or on `form`; empty when it can. `all` are the rails that are
 * set up, because a test rail must not be used beside a live one: play money from the first would be paid out to
 * sellers by the second as real money.
 */
export function problemsOf(setting: RailSetting, all: readonly RailSetting[]): Problems {
  const { id, credentials, livemode } = setting;
  if (!credentials) return { form: [say("rail_sealed")] };
  const problems = kindOf(id)?.problems(credentials, livemode) ?? {};
  const live = all.filter((one) => one.id !== id && one.livemode).map((one) => nameOf(one.id));
  if (livemode || live.length === 0) return problems;
  return {
    ...problems,
    form: [say("rail_test_beside", { rails: live, count: live.length })],
  };
}

/** Why, on `form`, a rail cannot be set up in this mode beside the others; empty when it can. */
export function modeProblems(id: string, livemode: boolean, all: readonly RailSetting[]): Problem[] {
  const others = all.filter((one) => one.id !== id && one.livemode !== livemode).map((one) => nameOf(one.id));
  if (others.length === 0) return [];
  const mode = livemode ? "live" : "test";
  return [say("rail_other_mode", { rails: others, count: others.length, mode })];
}

function nameOf(id: string): string {
  return kindOf(id)?.name ?? id;
}
