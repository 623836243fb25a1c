import { inngest } from "@/lib/providers/inngest-client";
import { runDueMoves } from "@/lib/services/billing/moving/run";
import { systemWorld } from "@/lib/services/desk/system-world";
import { makeDueTakeouts } from "@/lib/services/desk/takeout/make";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 100;

/** Moving in, and files of everything, a part at a time. Safe to miss, to repeat, or to run twice at once. */
export const move = inngest.createFunction(
  { id: "move", triggers: [{ cron: "* * * * *" }, { event: "sente/moves.due" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const moves = await step.run(`in-${pass}`, () => runDueMoves(systemWorld()));
        const takeouts = await step.run(`out-${pass}`, () => makeDueTakeouts(systemWorld()));
        if (!moves.more && !takeouts.more) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
