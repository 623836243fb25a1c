import { inngest } from "@/lib/providers/inngest-client";
import { systemWorld } from "@/lib/services/desk/system-world";
import { findNewDisputes } from "@/lib/services/money/settlement/disputes/find-new";

/** Looks every six hours for disputes that no callback reports. Safe to miss or to repeat. */
export const findDisputes = inngest.createFunction(
  { id: "find-disputes", triggers: [{ cron: "41 */6 * * *" }], concurrency: 1 },
  ({ step }) => step.run("find", () => findNewDisputes(systemWorld())),
);
