import { inngest } from "@/lib/providers/inngest-client";
import { forgetOld } from "@/lib/services/desk/forget-old";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Keeps the log to its 90 days. Hourly in small batches; a missed one is made up for by the next. */
export const forgetOldRows = inngest.createFunction(
  { id: "forget-old-rows", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("forget", () => forgetOld(systemWorld())),
);
