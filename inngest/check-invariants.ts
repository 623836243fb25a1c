import { inngest } from "@/lib/providers/inngest-client";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Checks the books every hour; a problem becomes a task and a log line. Safe to miss or to repeat. */
export const checkInvariants = inngest.createFunction(
  { id: "check-invariants", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("check", () => reportInvariants(systemWorld())),
);
