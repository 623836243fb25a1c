import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { repeatWhileDue, watchToTheEnd } from "./repeat-while-due";

/**
 * Sends refunds and payouts and follows them to their end, every few seconds while one is under way. Several at once,
 * as for payments: only one of them works on a transfer.
 */
export const moveTransfers = inngest.createFunction(
  {
    id: "move-transfers",
    triggers: [{ cron: "* * * * *" }, { event: "sente/transfers.due" }],
    concurrency: 3,
  },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => workTransfers(systemWorld())),
);
