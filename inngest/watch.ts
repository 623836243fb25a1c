import { inngest } from "@/lib/providers/inngest-client";
import { watchMinute } from "@/lib/services/desk/operator/watch/watch";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Looks at the health page every minute and tells the operators what is bad. Safe to miss or to repeat. */
export const watch = inngest.createFunction(
  { id: "watch", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) => step.run("look", () => watchMinute(systemWorld())),
);
