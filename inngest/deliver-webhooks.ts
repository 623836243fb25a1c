import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/system-world";
import { deliverDueWebhooks } from "@/lib/services/webhooks/deliver-due";
import { repeatWhileDue } from "./repeat-while-due";

/** Two at once, so that one which waits for slow receivers does not keep new events waiting. */
export const deliverWebhooks = inngest.createFunction(
  {
    id: "deliver-webhooks",
    triggers: [{ cron: "* * * * *" }, { event: "sente/webhooks.due" }],
    concurrency: 2,
  },
  ({ step, event }) => repeatWhileDue(step, event.name, () => deliverDueWebhooks(systemWorld())),
);
