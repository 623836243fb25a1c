import { inngest } from "@/lib/providers/inngest-client";
import { expireOrders } from "@/lib/services/billing/orders/expire";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { systemWorld } from "@/lib/services/desk/system-world";
import { payOutOnSchedule } from "@/lib/services/money/out/payouts/run-schedules";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { repeatWhileDue, watchToTheEnd } from "./repeat-while-due";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 50;

/**
 * Polls the rails for open payments. Every run continues while a payer waits, so that a prompt is polled every few
 * seconds. Several at once, so that a rail that hangs does not delay the payers of another rail.
 */
export const pollAttempts = inngest.createFunction(
  {
    id: "poll-attempts",
    triggers: [{ cron: "* * * * *" }, { event: "sente/attempts.due" }],
    concurrency: 3,
  },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => pollOpenAttempts(systemWorld())),
);

/** Releases money whose hold is over, makes the automatic payouts that are due, and expires orders that nobody paid. */
export const releaseMoney = inngest.createFunction(
  { id: "release-money", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const released = await step.run(`release-${pass}`, () => releaseHeld(systemWorld()));
        const paidOut = await step.run(`pay-out-${pass}`, () => payOutOnSchedule(systemWorld()));
        const expired = await step.run(`expire-${pass}`, () => expireOrders(systemWorld()));
        if (!released.more && !paidOut.more && !expired.more) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
