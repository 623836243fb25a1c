import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { sendDueDigests } from "@/lib/services/notify/alerts/digest";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import { repeatWhileDue } from "./repeat-while-due";

/**
 * Makes messages of what sellers chose to be told, and the daily digests. Safe to miss, to repeat, or to run twice at
 * once.
 */
export const notifySellers = inngest.createFunction(
  {
    id: "notify-sellers",
    triggers: [{ cron: "* * * * *" }, { event: "sente/alerts.due" }],
    concurrency: 2,
  },
  ({ step, event }) =>
    repeatWhileDue(step, event.name, async () => {
      const world = systemWorld();
      const digests = await sendDueDigests(world);
      const { told, failed, nextDueAt } = await tellDueAlerts(world);
      return { delivered: told + digests.sent, failed: failed + digests.failed, nextDueAt };
    }),
);
