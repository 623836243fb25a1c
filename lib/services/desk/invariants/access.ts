import type { Pool, PoolClient } from "pg";
import type { PeriodKind } from "@/lib/db/generated/enums";
import { hasAnyAccess, pickShown } from "@/lib/domain/access";
import { intervalEdge } from "@/lib/domain/interval";
import { graceMs, hasAccess, type SubscriptionFacts, statusAt } from "@/lib/domain/subscription";

/** A live subscription as stored, and the periods that were paid, in order. */
interface Paid extends SubscriptionFacts {
  id: string;
  ref: string | null;
  storeId: number;
  createdAt: Date;
  updatedAt: Date;
  /** A payment of it went back, by its bank or whole by a refund, so it may have been ended although it is paid. */
  wasTakenBack: boolean;
  periods: { kind: PeriodKind; startsAt: string; endsAt: string }[];
}

const batchMax = 1_000;

/** The broken invariants of the live subscriptions of one store or of all, judged by the paid periods. */
export async function checkAccessInvariants(
  db: Pool | PoolClient,
  now: Date,
  storeId: number | null,
): Promise<string[]> {
  const problems: string[] = [];
  for (let after = ""; ; ) {
    const batch = await read(db, storeId, after);
    for (const sub of batch) problems.push(...problemsOf(sub, now));
    problems.push(...oneAnswer(batch, now));
    const last = batch.at(-1);
    if (!last || batch.length < batchMax) return problems;
    after = last.id;
  }
}

const checks = [
  anchorKept,
  paidMeansAccess,
  unpaidMeansNone,
  cancelledInGrace,
  endIsLastPeriod,
  statusFits,
  graceKept,
];

/** One odd row must not hide what is wrong with others. */
function problemsOf(sub: Paid, now: Date): string[] {
  if (sub.periods.length === 0) return [`14 A subscription without a paid period: ${sub.id}`];
  try {
    const found = checks.map((check) => check(sub, now)).filter((problem) => problem !== null);
    return found.map((problem) => `${problem}: ${sub.id}`);
  } catch (error) {
    return [
      `14 A subscription that cannot be read (${error instanceof Error ? error.name : "?"}): ${sub.id}`,
    ];
  }
}

/** 13. The anchor never changes without a restart: the edges since it are anchor + n intervals, never chained. */
function anchorKept(sub: Paid): string | null {
  // Days for free and test moves put the anchor at the end of the time that there is.
  if (sub.anchorPeriods === 0 && sub.anchorAt.getTime() !== paidUntil(sub))
    return "13 The anchor without periods is not the end";
  const since = sub.anchorPeriods === 0 ? [] : sub.periods.slice(-sub.anchorPeriods);
  const isRetained = since.every(({ kind, startsAt, endsAt }, index) => {
    const number = sub.anchorPeriods - since.length + index;
    const to = intervalEdge(sub.anchorAt, sub.interval, number + 1);
    // What was moved in is one period, however many there were before.
    const from = kind === "imported" ? to : intervalEdge(sub.anchorAt, sub.interval, number);
    const begins =
      kind === "imported" ? Date.parse(startsAt) <= from.getTime() : from.getTime() === Date.parse(startsAt);
    return begins && to.getTime() === Date.parse(endsAt);
  });
  return isRetained ? null : "13 The periods since the anchor are not counted from it";
}

/** 14. During paid time there is access, unless a payment went back and the subscription was ended for that. */
function paidMeansAccess(sub: Paid, now: Date): string | null {
  const isPaid = now.getTime() < paidUntil(sub);
  // What was moved in may have been ended so where it was.
  const isEnded = (sub.wasTakenBack || wasMoved(sub)) && sub.endedAt !== null;
  return isPaid && !isEnded && !hasAccess(sub, now) ? "14 Paid, and no access" : null;
}

/** 14. After the grace period, unpaid, there is no access. */
function unpaidMeansNone(sub: Paid, now: Date): string | null {
  const isOver = now.getTime() >= paidUntil(sub) + graceOf(sub);
  return isOver && hasAccess(sub, now) ? "14 Unpaid past the grace period, and access" : null;
}

/**
 * 14. Cancelled in the grace period, or earlier and not paid again: no access after the end of the paid time or the
 * cancel.
 */
function cancelledInGrace(sub: Paid, now: Date): string | null {
  const isCancelled = sub.cancelledAt !== null && sub.cancelledAt <= now;
  const isOver = now.getTime() >= paidUntil(sub);
  return isCancelled && isOver && hasAccess(sub, now) ? "14 Cancelled and over, and access" : null;
}

/** 14. The published end is the end of the last period. */
function endIsLastPeriod(sub: Paid): string | null {
  return sub.currentPeriodEnd.getTime() === paidUntil(sub)
    ? null
    : "14 The end is not that of the last period";
}

/**
 * 14. The published status fits the paid periods. What a machine wrote whose clock is early is judged by that clock.
 */
function statusFits(sub: Paid, now: Date): string | null {
  const at = sub.updatedAt > now ? sub.updatedAt : now;
  const status = statusAt(sub, at);
  const isRunning = at.getTime() < paidUntil(sub);
  return status === "cancelled" || isRunning === (status === "active")
    ? null
    : `14 Called ${status} against its periods`;
}

/** 32. What every query reads as the end of grace is what the periods say. */
function graceKept(sub: Paid): string | null {
  const end = paidUntil(sub);
  // Free days that were moved in are still free.
  const isMovedTrial = wasMoved(sub) && sub.trialEndsAt !== null && sub.graceEndsAt.getTime() === end;
  return isMovedTrial || sub.graceEndsAt.getTime() === end + graceOf(sub)
    ? null
    : "32 Grace does not end 72 hours after the time that was paid, or with a trial";
}

/** Grace follows paid time. Who had a trial and nothing since has none; days for free change nothing of it. */
function graceOf({ periods }: Paid): number {
  const isTrialAlone = periods[0]?.kind === "trial" && periods.every(({ kind }) => !earnsGrace.has(kind));
  return isTrialAlone ? 0 : graceMs;
}

function wasMoved({ periods }: Paid): boolean {
  return periods[0]?.kind === "imported";
}

const earnsGrace: ReadonlySet<PeriodKind> = new Set(["paid", "free", "imported"]);

/** 16. A user has access exactly when one of the user's subscriptions gives it. */
function oneAnswer(subs: readonly Paid[], now: Date): string[] {
  const byUser = new Map<string, Paid[]>();
  for (const sub of subs) {
    if (sub.ref === null) continue;
    const user = `${sub.storeId} ${sub.ref}`;
    byUser.set(user, [...(byUser.get(user) ?? []), sub]);
  }
  return [...byUser].flatMap(([user, theirs]) => {
    const shown = pickShown(theirs, now);
    const answer = shown !== null && hasAccess(shown, now);
    return answer === hasAnyAccess(theirs, now) ? [] : [`16 Two answers about access: ${user}`];
  });
}

/** The end of the last period. One before it that was ended early may have been bought for longer. */
function paidUntil(sub: Paid): number {
  return Date.parse(sub.periods.at(-1)?.endsAt ?? "");
}

async function read(db: Pool | PoolClient, storeId: number | null, after: string): Promise<Paid[]> {
  const { rows } = await db.query<Paid>({
    name: `paid-subscriptions-${storeId === null ? "all" : "store"}`,
    text: `
      SELECT s.id, s.ref, s.store_id AS "storeId", s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.status::text, s.interval::text,
        s.anchor_at AS "anchorAt", s.anchor_periods AS "anchorPeriods", s.started_at AS "startedAt",
        s.current_period_start AS "currentPeriodStart", s.current_period_end AS "currentPeriodEnd",
        s.grace_ends_at AS "graceEndsAt", s.trial_ends_at AS "trialEndsAt",
        s.cancelled_at AS "cancelledAt", s.ended_at AS "endedAt",
        EXISTS (SELECT 1 FROM subscription_periods p JOIN payment_attempts t ON t.id = p.attempt_id
          JOIN orders o ON o.id = p.order_id
          WHERE p.subscription_id = s.id AND (t.reversed_minor > 0 OR o.refunded_minor = o.total_minor
            -- It had arrived, and came back to us later.
            OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.failure_reason = 'reversed'))) AS "wasTakenBack",
        COALESCE((SELECT json_agg(json_build_object('kind', p.kind, 'startsAt', p.starts_at, 'endsAt', p.ends_at) ORDER BY p.number)
          FROM subscription_periods p WHERE p.subscription_id = s.id), '[]') AS periods
      FROM subscriptions s
      WHERE s.livemode AND s.id > $1 ${storeId === null ? "" : "AND s.store_id = $2"} ORDER BY s.id LIMIT ${batchMax}`,
    values: storeId === null ? [after] : [after, storeId],
  });
  return rows;
}
