import { inngest } from "@/lib/providers/inngest-client";
import { findNewDisputes } from "@/lib/services/disputes/find-new";
import { systemWorld } from "@/lib/services/system-world";

/** Looks every six hours for disputes that no callback tells of. Safe to miss or to repeat. */
export const findDisputes = inngest.createFunction(
  { id: "find-disputes", triggers: [{ cron: "41 */6 * * *" }], concurrency: 1 },
  ({ step }) => step.run("find", () => findNewDisputes(systemWorld())),
);
