import { publishOverdueInvoices, remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { invoiceSending } from "@/lib/services/billing/invoices/sent";
import { runDueMoves } from "@/lib/services/billing/moving/run";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { makeDueInvoices } from "@/lib/services/billing/recurring/recurring";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/change";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { markAudit, sealAudit, sealsPerBatch } from "@/lib/services/desk/audit/seal";
import { mailMonths } from "@/lib/services/desk/bookkeeping/monthly";
import { closeDemoStores } from "@/lib/services/desk/demo/close-stores";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { watchMinute } from "@/lib/services/desk/operator/watch";
import { stateFees } from "@/lib/services/desk/own-accounts/fees";
import { watchAccounts } from "@/lib/services/desk/own-accounts/watch";
import { reconcileDue } from "@/lib/services/desk/reconciliation/run";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { systemWorld } from "@/lib/services/desk/system-world";
import { makeDueTakeouts } from "@/lib/services/desk/takeout/make";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { workFiscal } from "@/lib/services/money/fiscal/send";
import { payOutOnSchedule } from "@/lib/services/money/out/payouts/run-schedules";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { minuteOfPhones } from "@/lib/services/money/phone/minute";
import { forgetCards, warnOfCards } from "@/lib/services/money/renewal/follow-cards";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { findNewDisputes } from "@/lib/services/money/settlement/disputes/record";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { readArrived } from "@/lib/services/money/settlement/read-arrived";
import { startDueActs } from "@/lib/services/money/ussd/start-due";
import { minuteOfWhatsapp } from "@/lib/services/money/whatsapp/minute";
import { sendDueDigests } from "@/lib/services/notify/alerts/digest";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { repeatWhileDue, type Steps } from "./repeat-while-due";
import { type Sweep, untilDone, whenClocksAgree } from "./sweep";

/**
 * Several at once: each process of the app may have one run that starts deliveries and one that only waits for its last
 * answers, and a wake-up needs a free slot beside them.
 */
const deliverWebhooks: Sweep = {
  id: "deliver-webhooks",
  wokenBy: "webhooks",
  atOnce: 5,
  run: (steps, trigger) => repeatWhileDue(steps, trigger, () => deliverDueWebhooks(systemWorld())),
};

/** Runs the due transitions of all subscriptions. */
const advanceSubscriptions: Sweep = {
  id: "advance-subscriptions",
  wokenBy: "subscriptions",
  run: (steps) =>
    untilDone(100, async (pass) => {
      const { more } = await steps.run(`advance-${pass}`, () => advanceDueSubscriptions(systemWorld()));
      return more;
    }),
};

/**
 * Sends queued messages to the mail server and the SMS provider, pass after pass while there are some, as at nine in
 * the morning, when all reminders go out. Two runs at once, so that a slow provider does not delay a code.
 */
const deliverMessages: Sweep = {
  id: "deliver-messages",
  wokenBy: "messages",
  atOnce: 2,
  run: (steps, trigger) =>
    repeatWhileDue(steps, trigger, async () => {
      const { sent, failed, nextDueAt } = await deliverDueMessages(systemWorld(), invoiceSending);
      return { delivered: sent, failed, nextDueAt };
    }),
};

/** Makes messages of what sellers chose to be told, and the daily digests. */
const notifySellers: Sweep = {
  id: "notify-sellers",
  wokenBy: "alerts",
  atOnce: 2,
  run: (steps, trigger) =>
    repeatWhileDue(steps, trigger, async () => {
      const world = systemWorld();
      const digests = await sendDueDigests(world);
      const { told, failed, nextDueAt } = await tellDueAlerts(world);
      return { delivered: told + digests.sent, failed: failed + digests.failed, nextDueAt };
    }),
};

/** Sums what was marked, store by store in turn. Whoever reads sums up their own store, so that nobody waits for this. */
const sumStores: Sweep = {
  id: "sum-stores",
  run: (steps) => untilDone(100, (pass) => steps.run(`sum-${pass}`, () => sumDue(systemWorld()))),
};

/** Deletes what is kept only for a time. Hourly in small batches. */
const forgetOldRows: Sweep = {
  id: "forget-old-rows",
  cron: "17 * * * *",
  run: (steps) => whenClocksAgree(() => steps.run("forget", () => forgetOld(systemWorld()))),
};

/**
 * Polls the rails for open payments. Every run continues while a payer waits, so that a prompt is polled every few
 * seconds. Several at once, so that a rail that hangs does not delay the payers of another rail.
 */
const pollAttempts: Sweep = {
  id: "poll-attempts",
  wokenBy: "attempts",
  atOnce: 3,
  run: (steps) => repeatWhileDue(steps, "cron", () => pollOpenAttempts(systemWorld())),
};

/** Releases money whose hold is over, makes the automatic payouts that are due, and expires orders that nobody paid. */
const releaseMoney: Sweep = {
  id: "release-money",
  run: (steps) =>
    untilDone(50, async (pass) => {
      const released = await steps.run(`release-${pass}`, () => releaseHeld(systemWorld()));
      const paidOut = await steps.run(`pay-out-${pass}`, () => payOutOnSchedule(systemWorld()));
      const expired = await steps.run(`expire-${pass}`, () => expireOrders(systemWorld()));
      return released.more || paidOut.more || expired.more;
    }),
};

/** What follows from dates that have passed: expired links, overdue and recurring invoices, stores of a public demo. */
const publishDates: Sweep = {
  id: "publish-dates",
  run: (steps) =>
    untilDone(50, async (pass) => {
      const links = await steps.run(`links-${pass}`, () => expireDueLinks(systemWorld()));
      const invoices = await steps.run(`invoices-${pass}`, () => publishOverdueInvoices(systemWorld()));
      const recurring = await steps.run(`recurring-${pass}`, () => makeDueInvoices(systemWorld()));
      const demo = await steps.run(`demo-${pass}`, () => closeDemoStores(systemWorld()));
      return links.more || invoices.more || demo.more || (recurring.more && recurring.made > 0);
    }),
};

/**
 * Sends refunds and payouts and follows them to their end, every few seconds while one is under way. Several at once,
 * as for payments: only one of them works on a transfer.
 */
const moveTransfers: Sweep = {
  id: "move-transfers",
  wokenBy: "transfers",
  atOnce: 3,
  run: (steps) => repeatWhileDue(steps, "cron", () => workTransfers(systemWorld())),
};

/** Moving in, and files of everything, a part at a time. */
const move: Sweep = {
  id: "move",
  wokenBy: "moves",
  run: (steps) =>
    untilDone(100, async (pass) => {
      const moves = await steps.run(`in-${pass}`, () => runDueMoves(systemWorld()));
      const takeouts = await steps.run(`out-${pass}`, () => makeDueTakeouts(systemWorld()));
      return moves.more || takeouts.more;
    }),
};

/** Reminders of subscriptions and invoices. */
const remind: Sweep = {
  id: "remind",
  run: (steps) =>
    untilDone(100, async (pass) => {
      const subscriptions = await steps.run(`subscriptions-${pass}`, () =>
        remindDueSubscriptions(systemWorld()),
      );
      const invoices = await steps.run(`invoices-${pass}`, () => remindDueInvoices(systemWorld()));
      // A full batch that sent nothing waits for the next minute, so that bad rows cannot cause an endless loop here.
      return (subscriptions.more && subscriptions.reminded > 0) || (invoices.more && invoices.reminded > 0);
    }),
};

/** Subscriptions that renew by themselves, and the cards they use. */
const renew: Sweep = {
  id: "renew",
  run: (steps) =>
    untilDone(100, async (pass) => {
      if (pass === 1) await readyCards(steps);
      const { more, tried } = await steps.run(`renew-${pass}`, () => renewDue(systemWorld()));
      return more && tried > 0;
    }),
};

async function readyCards(steps: Steps): Promise<void> {
  await steps.run("forget", () => forgetCards(systemWorld()));
  await steps.run("warn", () => warnOfCards(systemWorld()));
}

/** Does what payers agreed to by dialling, seconds after their session ended. Each run waits for what is due soon. */
const startUssd: Sweep = {
  id: "start-ussd",
  wokenBy: "ussd",
  atOnce: 3,
  run: (steps) => repeatWhileDue(steps, "cron", () => startDueActs(systemWorld())),
};

/** One step, each minute or by its cron. */
function look(
  id: string,
  at: (world: ReturnType<typeof systemWorld>) => Promise<unknown>,
  cron?: string,
): Sweep {
  return { id, ...(cron ? { cron } : {}), run: (steps) => steps.run("look", () => at(systemWorld())) };
}

/** Checks the books every hour; a problem becomes a task and a log line. */
const checkInvariants = look("check-invariants", reportInvariants, "17 * * * *");
/** Compares each rail's list or balance with the books, one day at a time. */
const reconcile = look("reconcile", reconcileDue, "41 * * * *");
/** Reads what arrived at accounts with a list of it, for what no callback told. */
const readLists = look("read-arrived", readArrived, "11,41 * * * *");
/** Looks every six hours for disputes that no callback reports. */
const findDisputes = look("find-disputes", findNewDisputes, "41 */6 * * *");

const sealWaitMs = 5_000;
const batchesMax = 60;

/** Seals the log of acts each minute, some seconds after the mark, so that transactions of before have ended. */
const sealAuditLog: Sweep = {
  id: "seal-audit-log",
  run: async (steps) => {
    const found = await steps.run("mark", async () => ({
      mark: await markAudit(systemWorld()),
      at: Date.now(),
    }));
    if (!found.mark) return { sealed: 0 };
    const { mark, at } = found;
    await steps.sleepUntil("wait", new Date(at + sealWaitMs));
    let sealed = 0;
    for (let batch = 1; batch <= batchesMax; batch += 1) {
      const count = await steps.run(`seal-${batch}`, () => sealAudit(systemWorld(), mark));
      sealed += count ?? 0;
      if (count !== sealsPerBatch) break;
    }
    return { sealed };
  },
};

/** States what payments into own accounts cost in the month that is over, and settles what was paid. */
const stateOwnFees: Sweep = {
  id: "state-fees",
  cron: "23 * * * *",
  run: (steps) => whenClocksAgree(() => steps.run("state", () => stateFees(systemWorld()))),
};

/** Mails bookkeepers the month that is over. */
const mailBooks: Sweep = {
  id: "mail-bookkeeping",
  cron: "37 * * * *",
  run: (steps) => whenClocksAgree(() => steps.run("mail", () => mailMonths(systemWorld()))),
};

/** Lets tax authorities sign what was sold and what went back, and waits for what is due soon. */
const signSales: Sweep = {
  id: "sign-sales",
  run: (steps) => repeatWhileDue(steps, "cron", () => workFiscal(systemWorld())),
};

/** At accounts of stores' own, to tell their owners of those whose keys are refused. */
const watchOwn = look("watch-own-accounts", watchAccounts);
/** At what phones told: books it, asks about gaps, and tells owners of those that are silent. */
const watchPhones = look("watch-phones", minuteOfPhones);
/** At WhatsApp: an SMS goes where it reached nobody in time, and what was left of what its provider told is done. */
const followWhatsapp = look("follow-whatsapp", minuteOfWhatsapp);
/** At the health page, to tell the operators what is bad. */
const watch = look("watch", watchMinute);

/** All of them. */
export const sweeps: readonly Sweep[] = [
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
  ...[
    findDisputes,
    readLists,
    sealAuditLog,
    watch,
    watchOwn,
    watchPhones,
    stateOwnFees,
    mailBooks,
    followWhatsapp,
    signSales,
  ],
];
