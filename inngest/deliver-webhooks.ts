import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { repeatWhileDue } from "./repeat-while-due";

/**
 * Several at once: each process of the app may have one run that starts deliveries and one that only waits for its last
 * answers, and a wake-up needs a free slot beside them.
 */
export const deliverWebhooks = inngest.createFunction(
  {
    id: "deliver-webhooks",
    triggers: [{ cron: "* * * * *" }, { event: "sente/webhooks.due" }],
    concurrency: 5,
  },
  ({ step, event }) => repeatWhileDue(step, event.name, () => deliverDueWebhooks(systemWorld())),
);
