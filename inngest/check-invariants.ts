import { inngest } from "@/lib/providers/inngest-client";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Looks at the books every hour; what is wrong becomes a task and a line in the log. Safe to miss or to repeat. */
export const checkInvariants = inngest.createFunction(
  { id: "check-invariants", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("check", () => reportInvariants(systemWorld())),
);
