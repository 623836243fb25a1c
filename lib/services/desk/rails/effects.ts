import { said } from "@/lib/text/mail";

/** The names and effects of acts on rails: shown before, mailed after. */
export const railEffects = {
  saved: (rail: string, mode?: "live" | "test") => ({
    what: said("rail.did_saved", { rail }),
    effect: said(mode === "test" ? "rail_saved_test" : "rail_saved_live", { rail }),
  }),
  kept: (rail: string) => ({
    what: said("rail.did_kept", { rail }),
    effect: said("rail.kept_effect", { rail }),
  }),
  switched_off: (rail: string) => ({
    what: said("rail.did_switched_off", { rail }),
    effect: said("rail_switched_off", { rail }),
  }),
  switched_on: (rail: string) => ({
    what: said("rail.did_switched_on", { rail }),
    effect: said("rail_switched_on", { rail }),
  }),
  renewals_off: (rail: string) => ({
    what: said("rail.did_renewals_off", { rail }),
    effect: said("rail.renewals_off_effect", { rail }),
  }),
  renewals_on: (rail: string) => ({
    what: said("rail.did_renewals_on", { rail }),
    effect: said("rail.renewals_on_effect", { rail }),
  }),
  removed: (rail: string) => ({
    what: said("rail.did_removed", { rail }),
    effect: said("rail_removed", { rail }),
  }),
};

export function limitEffect(rail: string, most: string) {
  return {
    what: said("rail.did_renewals_limit", { rail, most }),
    effect: said("rail.renewals_limit_effect"),
  };
}
