import { inngest } from "@/lib/providers/inngest-client";
import { deliverDueMessages } from "@/lib/services/messages/deliver-due";
import { systemWorld } from "@/lib/services/system-world";

/** Hands queued mail to the mail server. Safe to miss, to repeat, or to run twice at once. */
export const deliverMessages = inngest.createFunction(
  {
    id: "deliver-messages",
    triggers: [{ cron: "* * * * *" }, { event: "sente/messages.due" }],
    concurrency: 1,
  },
  ({ step }) => step.run("deliver", () => deliverDueMessages(systemWorld())),
);
