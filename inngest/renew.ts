import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { forgetCards } from "@/lib/services/money/renewal/forget-cards";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { warnOfCards } from "@/lib/services/money/renewal/warn-of-cards";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 100;

/** Subscriptions that renew by themselves, and the cards they use. Safe to miss, to repeat, or to run twice at once. */
export const renew = inngest.createFunction(
  { id: "renew", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      await step.run("forget", () => forgetCards(systemWorld()));
      await step.run("warn", () => warnOfCards(systemWorld()));
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const { more, tried } = await step.run(`renew-${pass}`, () => renewDue(systemWorld()));
        if (!more || tried === 0) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
