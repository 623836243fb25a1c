import { inngest } from "@/lib/providers/inngest-client";
import { markAudit, sealAudit, sealsPerBatch } from "@/lib/services/desk/audit/seal";
import { systemWorld } from "@/lib/services/desk/system-world";

const waitMs = 5_000;
const batchesMax = 60;

/**
 * Seals the log of acts each minute, some seconds after the mark, so that transactions of before have ended. Safe to
 * miss or to repeat: the next run goes on where the last one stopped.
 */
export const sealAuditLog = inngest.createFunction(
  { id: "seal-audit-log", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  async ({ step }) => {
    const found = await step.run("mark", async () => ({
      mark: await markAudit(systemWorld()),
      at: Date.now(),
    }));
    if (!found.mark) return { sealed: 0 };
    const { mark, at } = found;
    await step.sleepUntil("wait", new Date(at + waitMs));
    let sealed = 0;
    for (let batch = 1; batch <= batchesMax; batch += 1) {
      const count = await step.run(`seal-${batch}`, () => sealAudit(systemWorld(), mark));
      sealed += count ?? 0;
      if (count !== sealsPerBatch) break;
    }
    return { sealed };
  },
);
