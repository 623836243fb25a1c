import { inngest } from "@/lib/providers/inngest-client";
import { advanceDueSubscriptions } from "@/lib/services/billing/subscriptions/advance-due";
import { systemWorld } from "@/lib/services/desk/system-world";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 100;

/** Runs the due transitions of all subscriptions. Safe to miss, to repeat, or to run twice at once. */
export const advanceSubscriptions = inngest.createFunction(
  {
    id: "advance-subscriptions",
    triggers: [{ cron: "* * * * *" }, { event: "sente/subscriptions.due" }],
    concurrency: 1,
  },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const { more } = await step.run(`advance-${pass}`, () => advanceDueSubscriptions(systemWorld()));
        if (!more) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
