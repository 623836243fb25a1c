import type { RailSetting } from "@/lib/services/core/rails";
import { kindOf } from "./registry";

/**
 * Why a rail cannot be used as it is set up, sentences by field or on `form`; empty when it can. `all` are the rails that
 * are set up, since one in test mode is not used beside one with real money: what payers pay at the one in play money,
 * sellers would be paid out by the other for real.
 */
export function problemsOf(setting: RailSetting, all: readonly RailSetting[]): Record<string, string[]> {
  const { id, credentials, livemode } = setting;
  if (!credentials) return { form: ["It was sealed with another SECRET_KEY. Enter the credentials again."] };
  const problems = kindOf(id)?.problems(credentials, livemode) ?? {};
  const live = all.filter((one) => one.id !== id && one.livemode).map((one) => nameOf(one.id));
  if (livemode || live.length === 0) return problems;
  return {
    ...problems,
    form: [
      `It is in test mode, and ${live.join(" and ")} ${live.length === 1 ? "is" : "are"} live: sellers would be paid out real money for play money.`,
    ],
  };
}

/** Sentences on `form` why a rail cannot be set up in this mode beside the others; empty when it can. */
export function modeProblems(id: string, livemode: boolean, all: readonly RailSetting[]): string[] {
  const others = all.filter((one) => one.id !== id && one.livemode !== livemode).map((one) => nameOf(one.id));
  if (others.length === 0) return [];
  const [mode, other] = livemode ? ["live", "test"] : ["test", "live"];
  return [
    `${others.join(" and ")} ${others.length === 1 ? "is" : "are"} set up in ${other} mode, so this one cannot be in ${mode} mode: sellers would be paid out real money for play money. Use one mode for all, or another server for tests.`,
  ];
}

function nameOf(id: string): string {
  return kindOf(id)?.name ?? id;
}
