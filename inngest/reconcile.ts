import { inngest } from "@/lib/providers/inngest-client";
import { reconcileDue } from "@/lib/services/desk/reconciliation/run";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Compares each rail's own list or balance with the books, a day at a time. Hourly; a missed one is made up for by the next. */
export const reconcile = inngest.createFunction(
  { id: "reconcile", triggers: [{ cron: "41 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("compare", () => reconcileDue(systemWorld())),
);
