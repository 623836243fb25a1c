import { inngest } from "@/lib/providers/inngest-client";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { systemWorld } from "@/lib/services/desk/system-world";
import { whenClocksAgree } from "./when-clocks-agree";

/** Deletes what is kept only for a time. Hourly in small batches; the next run makes up for a missed one. */
export const forgetOldRows = inngest.createFunction(
  { id: "forget-old-rows", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => whenClocksAgree(() => step.run("forget", () => forgetOld(systemWorld()))),
);
