import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { startDueActs } from "@/lib/services/money/ussd/start-due";
import { repeatWhileDue, watchToTheEnd } from "./repeat-while-due";

/**
 * Does what payers agreed to by dialling, seconds after their session ended. Each run waits for what is due soon. Safe to
 * miss, to repeat, or to run twice at once.
 */
export const startUssd = inngest.createFunction(
  { id: "start-ussd", triggers: [{ cron: "* * * * *" }, { event: "sente/ussd.due" }], concurrency: 3 },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => startDueActs(systemWorld())),
);
