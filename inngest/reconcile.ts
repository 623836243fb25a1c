import { inngest } from "@/lib/providers/inngest-client";
import { reconcileDue } from "@/lib/services/desk/reconciliation/run";
import { systemWorld } from "@/lib/services/desk/system-world";

/**
 * Compares each rail's list or balance with the books, one day at a time. Hourly; the next run makes up for a missed
 * one.
 */
export const reconcile = inngest.createFunction(
  { id: "reconcile", triggers: [{ cron: "41 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("compare", () => reconcileDue(systemWorld())),
);
