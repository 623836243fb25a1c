import type { AttemptRow, SubscriptionRow } from "@/lib/db/rows";
import { cardRetry, type FailureReason } from "@/lib/domain/failure-reason";
import { renewalReminderDue } from "@/lib/domain/reminder";
import { afterFailure, isRefusal, nextTryAt, refusalsMax, tryDue } from "@/lib/domain/renewal-plan";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit } from "@/lib/services/core/world";
import type { RenewalKind } from "@/lib/services/notify/messages/notify-subscriber";
import { ladderAfter, sentForThisEnd } from "../reminders/ladder";
import { lockSubscription } from "../subscriptions/read";
import { storeSubscription } from "../subscriptions/record";
import { notifyRenewal, publishRenewal } from "./announce";
import { endRenewal } from "./change";
import { renewingOf, sameTime } from "./renewing";

type Scheduled = Pick<
  AttemptRow,
  "token" | "storeId" | "consentId" | "renewalOf" | "renewalEnd" | "initiator"
>;

/**
 * A scheduled payment did not come: what that means for the next tries, and the payer is told. Not where the payer has
 * changed their mind since, or has paid by hand. Under the lock of the attempt and its order.
 */
export async function recordFailedTry(unit: Unit, attempt: Scheduled, reason: FailureReason): Promise<void> {
  const before = await lockTried(unit, attempt);
  if (!before) return;
  // The bank asked for the payer, who was told so, and they did not come.
  const wasTold = sameTime(before.renewalStoppedFor, before.currentPeriodEnd);
  const what = consequence(before, reason);
  const refusals = isRefusal(reason) ? before.renewalRefusals + 1 : 0;
  const row = await writeFailure(unit, before, reason, { stops: what !== "again", refusals });
  const next = row.nextRenewalTryAt;
  const told = await publishRenewal(unit, row, { reason, nextTryAt: next });
  // Some banks only say that they want their payer: who pays by hand meets the bank there.
  const wantsPayer =
    what === "stop" && row.renewalMode === "charge" && reason === "card_authentication_failed";
  const kind = wantsPayer ? "renewal_needs_payer" : kindOf(what, next);
  const more = wantsPayer ? { link: `${manageUrl(unit.world, row)}/renew` } : {};
  const fact = `${row.renewalTriedFor?.toISOString()}/${row.renewalTries}`;
  if (!wasTold) await notifyRenewal(unit, told, kind, fact, more);
  if (what === "refused") await endRenewal(unit, told, "refused");
  if (what === "card_over") {
    await refuseCard(unit, told);
    await endRenewal(unit, told, "card_over");
  }
}

/** The bank asks for the payer before it lets go of the money: they get the link, and nothing more is tried. */
export async function recordNeedsPayer(unit: Unit, attempt: Scheduled): Promise<void> {
  const before = await lockTried(unit, attempt);
  if (!before || sameTime(before.renewalStoppedFor, before.currentPeriodEnd)) return;
  const reason = "card_authentication_failed";
  const row = await writeFailure(unit, before, reason, { stops: true, refusals: 0 });
  // This very charge can be finished at the bank, through its own page.
  const link = `${unit.world.config.siteUrl}/attempt/${attempt.token}`;
  const told = await publishRenewal(unit, row, { reason, nextTryAt: null, link });
  await notifyRenewal(unit, told, "renewal_needs_payer", row.currentPeriodEnd.toISOString(), { link });
}

/** Nothing more is tried for this end; the reminders are those of everybody again. */
export async function stopTries(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  unit.world.log.info({ subscription: row.id }, "No more tries to renew it in this period.");
  const stopped = { ...row, renewalStoppedFor: row.currentPeriodEnd, nextRenewalTryAt: null };
  return write(unit, stopped, []);
}

/** The day of its standing order is over and nothing came: from now on the reminders are those of everybody. */
export async function recordMissedOrder(unit: Unit, of: { id: string; storeId: number }): Promise<void> {
  const before = await lockSubscription(unit, { ...of, livemode: true }, of.id);
  if (before?.renewalMode !== "standing_order") return;
  const renewing = renewingOf(before, await unit.store(of.storeId));
  if (tryDue(renewing, unit.now) === null)
    return storeSubscription(unit, before, {
      nextRenewalTryAt: nextTryAt(renewing, unit.now),
      leasedUntil: null,
    });
  const tried = { renewalTries: 1, renewalTriedFor: before.currentPeriodEnd, renewalTriedAt: unit.now };
  storeSubscription(unit, before, tried);
  // The network does not say why.
  const failed = { renewalFailure: "unknown", renewalFailedAt: unit.now, nextRenewalTryAt: null };
  const row = await write(unit, { ...before, ...tried, ...failed }, []);
  await publishRenewal(unit, row, { reason: "unknown", nextTryAt: null });
}

/** The locked subscription, if the try is of what its payer agrees to now, and of its present end. */
async function lockTried(unit: Unit, attempt: Scheduled): Promise<SubscriptionRow | null> {
  const { initiator, renewalOf, renewalEnd, storeId, consentId } = attempt;
  if (initiator !== "schedule" || renewalOf === null || renewalEnd === null) return null;
  const row = await lockSubscription(unit, { storeId, livemode: true }, renewalOf);
  if (!row || row.renewalConsentId === null || row.renewalConsentId !== consentId) return null;
  return sameTime(row.currentPeriodEnd, renewalEnd) ? row : null;
}

/** `refused`: the payer said no twice. `card_over`: no bank will take this card again. */
type Consequence = "again" | "stop" | "refused" | "card_over";

function consequence(row: SubscriptionRow, reason: FailureReason): Consequence {
  if (row.renewalMode === "prompt") {
    const refusesAgain = isRefusal(reason) && row.renewalRefusals + 1 >= refusalsMax;
    return refusesAgain ? "refused" : afterFailure(reason);
  }
  const retry = cardRetry(reason);
  if (retry === "never") return "card_over";
  return retry === "with_payer" ? "stop" : "again";
}

function kindOf(what: Consequence, next: Date | null): RenewalKind {
  if (what === "refused") return "renewal_refused_off";
  if (what === "card_over") return "card_over";
  return next ? "renewal_failed_again" : "renewal_failed_last";
}

async function writeFailure(
  unit: Unit,
  before: SubscriptionRow,
  reason: FailureReason,
  { stops, refusals }: { stops: boolean; refusals: number },
): Promise<SubscriptionRow> {
  const store = await unit.store(before.storeId);
  const failed = {
    ...before,
    renewalFailure: reason as string,
    renewalFailedAt: unit.now,
    renewalRefusals: refusals,
    ...(stops ? { renewalStoppedFor: before.currentPeriodEnd } : {}),
  };
  const row = { ...failed, nextRenewalTryAt: nextTryAt(renewingOf(failed, store), unit.now) };
  // The message about the failure says what the reminder that is due would say.
  const { timeZone } = store;
  const sent = sentForThisEnd(row);
  const due = renewalReminderDue({ facts: row, timeZone, remindersSent: sent }, unit.now);
  return write(unit, row, due ? [due] : []);
}

async function write(
  unit: Unit,
  row: SubscriptionRow,
  replaced: Parameters<typeof ladderAfter>[2],
): Promise<SubscriptionRow> {
  const store = await unit.store(row.storeId);
  const ladder = ladderAfter(row, store, [...sentForThisEnd(row), ...replaced], unit.now);
  const { renewalFailure, renewalFailedAt, renewalRefusals, renewalStoppedFor, nextRenewalTryAt } = row;
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: {
      ...{ renewalFailure, renewalFailedAt, renewalRefusals, renewalStoppedFor, nextRenewalTryAt },
      ...ladder,
      leasedUntil: null,
    },
    select: { id: true },
  });
  return { ...row, ...ladder };
}

async function refuseCard(unit: Unit, { instrumentId }: SubscriptionRow): Promise<void> {
  if (instrumentId === null) return;
  await unit.tx.paymentInstrument.updateMany({
    where: { id: instrumentId, status: "active" },
    data: { status: "refused" },
  });
}
