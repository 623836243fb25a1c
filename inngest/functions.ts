import type { GetStepTools } from "inngest";
import { inngest } from "@/lib/providers/inngest-client";
import { invoiceSending } from "@/lib/services/billing/invoices/letters";
import { publishOverdueInvoices } from "@/lib/services/billing/invoices/record";
import { remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { runDueMoves } from "@/lib/services/billing/moving/run";
import { expireOrders } from "@/lib/services/billing/orders/expire";
import { makeDueInvoices } from "@/lib/services/billing/recurring/make-due";
import { remindDueSubscriptions } from "@/lib/services/billing/reminders/remind-due";
import { advanceDueSubscriptions } from "@/lib/services/billing/subscriptions/advance-due";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/expire-due";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { markAudit, sealAudit, sealsPerBatch } from "@/lib/services/desk/audit/seal";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { watchMinute } from "@/lib/services/desk/operator/watch/watch";
import { reconcileDue } from "@/lib/services/desk/reconciliation/run";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { systemWorld } from "@/lib/services/desk/system-world";
import { makeDueTakeouts } from "@/lib/services/desk/takeout/make";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { payOutOnSchedule } from "@/lib/services/money/out/payouts/run-schedules";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { forgetCards } from "@/lib/services/money/renewal/forget-cards";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { warnOfCards } from "@/lib/services/money/renewal/warn-of-cards";
import { findNewDisputes } from "@/lib/services/money/settlement/disputes/find-new";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { startDueActs } from "@/lib/services/money/ussd/start-due";
import { sendDueDigests } from "@/lib/services/notify/alerts/digest";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { repeatWhileDue, watchToTheEnd } from "./repeat-while-due";
import { whenClocksAgree } from "./when-clocks-agree";

type Step = GetStepTools<typeof inngest>;

// Each function is safe to miss and to repeat: its next run makes up for it. Where nothing else is said it is also safe
// to run twice at once.
const everyMinute = { cron: "* * * * *" };

/** Runs a sweep pass after pass, until a pass says that no more is due. Not while the clocks are in doubt. */
function sweep(passesMax: number, pass: (number: number) => Promise<boolean>) {
  return whenClocksAgree(async () => {
    for (let number = 1; number <= passesMax; number += 1) {
      const more = await pass(number);
      if (!more) return { passes: number };
    }
    return { passes: passesMax };
  });
}

/**
 * Several at once: each process of the app may have one run that starts deliveries and one that only waits for its last
 * answers, and a wake-up needs a free slot beside them.
 */
const deliverWebhooks = inngest.createFunction(
  { id: "deliver-webhooks", triggers: [everyMinute, { event: "sente/webhooks.due" }], concurrency: 5 },
  ({ step, event }) => repeatWhileDue(step, event.name, () => deliverDueWebhooks(systemWorld())),
);

/** Runs the due transitions of all subscriptions. */
const advanceSubscriptions = inngest.createFunction(
  {
    id: "advance-subscriptions",
    triggers: [everyMinute, { event: "sente/subscriptions.due" }],
    concurrency: 1,
  },
  ({ step }) =>
    sweep(100, async (pass) => {
      const { more } = await step.run(`advance-${pass}`, () => advanceDueSubscriptions(systemWorld()));
      return more;
    }),
);

/**
 * Sends queued messages to the mail server and the SMS provider, pass after pass while there are some, as at nine in
 * the morning, when all reminders go out. Two runs at once, so that a slow provider does not delay a code.
 */
const deliverMessages = inngest.createFunction(
  { id: "deliver-messages", triggers: [everyMinute, { event: "sente/messages.due" }], concurrency: 2 },
  ({ step, event }) =>
    repeatWhileDue(step, event.name, async () => {
      const { sent, failed, nextDueAt } = await deliverDueMessages(systemWorld(), invoiceSending);
      return { delivered: sent, failed, nextDueAt };
    }),
);

/** Makes messages of what sellers chose to be told, and the daily digests. */
const notifySellers = inngest.createFunction(
  { id: "notify-sellers", triggers: [everyMinute, { event: "sente/alerts.due" }], concurrency: 2 },
  ({ step, event }) =>
    repeatWhileDue(step, event.name, async () => {
      const world = systemWorld();
      const digests = await sendDueDigests(world);
      const { told, failed, nextDueAt } = await tellDueAlerts(world);
      return { delivered: told + digests.sent, failed: failed + digests.failed, nextDueAt };
    }),
);

/** Sums what was marked, store by store in turn. Whoever reads sums up their own store, so that nobody waits for this. */
const sumStores = inngest.createFunction(
  { id: "sum-stores", triggers: [everyMinute], concurrency: 1 },
  ({ step }) => sweep(100, (pass) => step.run(`sum-${pass}`, () => sumDue(systemWorld()))),
);

/** Deletes what is kept only for a time. Hourly in small batches. */
const forgetOldRows = inngest.createFunction(
  { id: "forget-old-rows", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => whenClocksAgree(() => step.run("forget", () => forgetOld(systemWorld()))),
);

/**
 * Polls the rails for open payments. Every run continues while a payer waits, so that a prompt is polled every few
 * seconds. Several at once, so that a rail that hangs does not delay the payers of another rail.
 */
const pollAttempts = inngest.createFunction(
  { id: "poll-attempts", triggers: [everyMinute, { event: "sente/attempts.due" }], concurrency: 3 },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => pollOpenAttempts(systemWorld())),
);

/** Releases money whose hold is over, makes the automatic payouts that are due, and expires orders that nobody paid. */
const releaseMoney = inngest.createFunction(
  { id: "release-money", triggers: [everyMinute], concurrency: 1 },
  ({ step }) =>
    sweep(50, async (pass) => {
      const released = await step.run(`release-${pass}`, () => releaseHeld(systemWorld()));
      const paidOut = await step.run(`pay-out-${pass}`, () => payOutOnSchedule(systemWorld()));
      const expired = await step.run(`expire-${pass}`, () => expireOrders(systemWorld()));
      return released.more || paidOut.more || expired.more;
    }),
);

/** What follows from dates that have passed: expired links, overdue and recurring invoices. */
const publishDates = inngest.createFunction(
  { id: "publish-dates", triggers: [everyMinute], concurrency: 1 },
  ({ step }) =>
    sweep(50, async (pass) => {
      const links = await step.run(`links-${pass}`, () => expireDueLinks(systemWorld()));
      const invoices = await step.run(`invoices-${pass}`, () => publishOverdueInvoices(systemWorld()));
      const recurring = await step.run(`recurring-${pass}`, () => makeDueInvoices(systemWorld()));
      return links.more || invoices.more || (recurring.more && recurring.made > 0);
    }),
);

/**
 * Sends refunds and payouts and follows them to their end, every few seconds while one is under way. Several at once,
 * as for payments: only one of them works on a transfer.
 */
const moveTransfers = inngest.createFunction(
  { id: "move-transfers", triggers: [everyMinute, { event: "sente/transfers.due" }], concurrency: 3 },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => workTransfers(systemWorld())),
);

/** Moving in, and files of everything, a part at a time. */
const move = inngest.createFunction(
  { id: "move", triggers: [everyMinute, { event: "sente/moves.due" }], concurrency: 1 },
  ({ step }) =>
    sweep(100, async (pass) => {
      const moves = await step.run(`in-${pass}`, () => runDueMoves(systemWorld()));
      const takeouts = await step.run(`out-${pass}`, () => makeDueTakeouts(systemWorld()));
      return moves.more || takeouts.more;
    }),
);

/** Reminders of subscriptions and invoices. */
const remind = inngest.createFunction({ id: "remind", triggers: [everyMinute], concurrency: 1 }, ({ step }) =>
  sweep(100, async (pass) => {
    const subscriptions = await step.run(`subscriptions-${pass}`, () =>
      remindDueSubscriptions(systemWorld()),
    );
    const invoices = await step.run(`invoices-${pass}`, () => remindDueInvoices(systemWorld()));
    // A full batch that sent nothing waits for the next minute, so that bad rows cannot cause an endless loop here.
    return (subscriptions.more && subscriptions.reminded > 0) || (invoices.more && invoices.reminded > 0);
  }),
);

/** Subscriptions that renew by themselves, and the cards they use. */
const renew = inngest.createFunction({ id: "renew", triggers: [everyMinute], concurrency: 1 }, ({ step }) =>
  sweep(100, async (pass) => {
    if (pass === 1) await readyCards(step);
    const { more, tried } = await step.run(`renew-${pass}`, () => renewDue(systemWorld()));
    return more && tried > 0;
  }),
);

async function readyCards(step: Step): Promise<void> {
  await step.run("forget", () => forgetCards(systemWorld()));
  await step.run("warn", () => warnOfCards(systemWorld()));
}

/** Does what payers agreed to by dialling, seconds after their session ended. Each run waits for what is due soon. */
const startUssd = inngest.createFunction(
  { id: "start-ussd", triggers: [everyMinute, { event: "sente/ussd.due" }], concurrency: 3 },
  ({ step }) => repeatWhileDue(step, watchToTheEnd, () => startDueActs(systemWorld())),
);

/** Checks the books every hour; a problem becomes a task and a log line. */
const checkInvariants = inngest.createFunction(
  { id: "check-invariants", triggers: [{ cron: "17 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("check", () => reportInvariants(systemWorld())),
);

/** Compares each rail's list or balance with the books, one day at a time. */
const reconcile = inngest.createFunction(
  { id: "reconcile", triggers: [{ cron: "41 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("compare", () => reconcileDue(systemWorld())),
);

/** Looks every six hours for disputes that no callback reports. */
const findDisputes = inngest.createFunction(
  { id: "find-disputes", triggers: [{ cron: "41 */6 * * *" }], concurrency: 1 },
  ({ step }) => step.run("find", () => findNewDisputes(systemWorld())),
);

const sealWaitMs = 5_000;
const batchesMax = 60;

/** Seals the log of acts each minute, some seconds after the mark, so that transactions of before have ended. */
const sealAuditLog = inngest.createFunction(
  { id: "seal-audit-log", triggers: [everyMinute], concurrency: 1 },
  async ({ step }) => {
    const found = await step.run("mark", async () => ({
      mark: await markAudit(systemWorld()),
      at: Date.now(),
    }));
    if (!found.mark) return { sealed: 0 };
    const { mark, at } = found;
    await step.sleepUntil("wait", new Date(at + sealWaitMs));
    let sealed = 0;
    for (let batch = 1; batch <= batchesMax; batch += 1) {
      const count = await step.run(`seal-${batch}`, () => sealAudit(systemWorld(), mark));
      sealed += count ?? 0;
      if (count !== sealsPerBatch) break;
    }
    return { sealed };
  },
);

/** Looks at the health page every minute and tells the operators what is bad. */
const watch = inngest.createFunction({ id: "watch", triggers: [everyMinute], concurrency: 1 }, ({ step }) =>
  step.run("look", () => watchMinute(systemWorld())),
);

/** All functions that an executor runs. */
export const functions = [
  ...[
    deliverWebhooks,
    advanceSubscriptions,
    deliverMessages,
    notifySellers,
    sumStores,
    forgetOldRows,
    pollAttempts,
  ],
  ...[releaseMoney, publishDates, moveTransfers, move, remind, renew, startUssd, checkInvariants, reconcile],
  ...[findDisputes, sealAuditLog, watch],
];
