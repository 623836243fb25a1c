import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { repeatWhileDue } from "./repeat-while-due";

/**
 * Several at once: in each process of the app there may be one that begins deliveries and one that only waits for the last
 * of its own to be answered, and a wake-up must find a place beside them.
 */
export const deliverWebhooks = inngest.createFunction(
  {
    id: "deliver-webhooks",
    triggers: [{ cron: "* * * * *" }, { event: "sente/webhooks.due" }],
    concurrency: 5,
  },
  ({ step, event }) => repeatWhileDue(step, event.name, () => deliverDueWebhooks(systemWorld())),
);
