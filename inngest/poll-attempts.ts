import { inngest } from "@/lib/providers/inngest-client";
import { expireOrders } from "@/lib/services/billing/orders/expire";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { systemWorld } from "@/lib/services/desk/system-world";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { repeatWhileDue, watchToTheEnd } from "./repeat-while-due";

const passesMax = 50;

/**
 * Asks the rails for payments under way. Every run stays while a payer waits, so that a prompt is followed by seconds.
 * Several at once, so that one which waits for a rail that hangs does not keep the payers of another waiting.
 */
export const pollAttempts = inngest.createFunction(
  {
    id: "poll-attempts",
    triggers: [{ cron: "* * * * *" }, { event: "sente/attempts.due" }],
    concurrency: 3,
  },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => pollOpenAttempts(systemWorld())),
);

/** Makes money available whose hold is over, and ends orders that nobody paid. */
export const releaseMoney = inngest.createFunction(
  { id: "release-money", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  async ({ step }) => {
    for (let pass = 1; pass <= passesMax; pass += 1) {
      const released = await step.run(`release-${pass}`, () => releaseHeld(systemWorld()));
      const expired = await step.run(`expire-${pass}`, () => expireOrders(systemWorld()));
      if (!released.more && !expired.more) return { passes: pass };
    }
    return { passes: passesMax };
  },
);
