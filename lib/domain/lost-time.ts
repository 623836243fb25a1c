import { between, type Cut, shareOf, type ValuedPeriod } from "./plan-change";
import { currentPeriodStartAt, type Step, type SubscriptionFacts, statusAt } from "./subscription";

/** What a bank took back takes off a subscription's time. */
export interface Loss {
  /** The periods that carried less into a later plan than was counted. */
  cuts: Cut[];
  /** The period that gets shorter, and by how much. */
  number: number;
  startsAt: Date;
  endsAt: Date;
  takenMs: number;
}

/**
 * Some payments are lost: of the period that runs, or is still to come, goes the share of its worth that they had brought,
 * by themselves or through a change of plan. The rest stays. Null where nothing of what they bought is left.
 */
export function lossOf<Period extends ValuedPeriod>(
  periods: readonly Period[],
  isLost: (period: Period) => boolean,
  now: Date,
): Loss | null {
  const cuts: Cut[] = [];
  let carriedMinor = 0n;
  let missingMinor = 0n;
  for (const period of periods) {
    const { number, paidMinor, isChange, startsAt, endsAt, cut } = period;
    const worthMinor = paidMinor + (isChange ? carriedMinor : 0n);
    const lessMinor = isChange ? missingMinor : 0n;
    if (isChange) [carriedMinor, missingMinor] = [0n, 0n];
    if (cut) {
      const backMinor = isLost(period) ? between(period.backMinor, paidMinor) : 0n;
      const lostMinor = backMinor > cut.lostMinor ? backMinor : cut.lostMinor;
      const bought = { startsAt: cut.from, endsAt: cut.until };
      const worthNowMinor = worthMinor - lessMinor;
      const creditMinor = between(shareOf(worthNowMinor, bought, endsAt) - lostMinor, worthNowMinor);
      if (creditMinor !== cut.creditMinor) cuts.push({ number, creditMinor, lostMinor });
      carriedMinor += cut.creditMinor;
      missingMinor += cut.creditMinor - creditMinor;
    } else if (now < endsAt) {
      const goneMinor = lessMinor + (isLost(period) ? paidMinor : 0n);
      const takenMs = goneMinor > 0n ? takenOf(period, goneMinor, worthMinor, now) : 0;
      if (takenMs > 0) return { cuts, number, startsAt, endsAt, takenMs };
    }
  }
  return null;
}

/** Time that is over is not taken back, and no period is without length. */
function takenOf(
  { startsAt, endsAt }: ValuedPeriod,
  goneMinor: bigint,
  worthMinor: bigint,
  now: Date,
): number {
  const length = endsAt.getTime() - startsAt.getTime();
  const share = Number((BigInt(length) * goneMinor) / worthMinor);
  return Math.min(share, length - 1, endsAt.getTime() - now.getTime());
}

/** All its time ends `takenMs` earlier. What is paid later is counted from there, as after days that were given. */
export function shorten(sub: SubscriptionFacts, { startsAt, endsAt, takenMs }: Loss, now: Date): Step {
  const earlier = (at: Date) => new Date(at.getTime() - takenMs);
  const end = earlier(sub.currentPeriodEnd);
  const { planFrom } = sub;
  return {
    at: now,
    event: "subscription.changed",
    previousStatus: statusAt(sub, now),
    to: {
      anchorAt: end,
      anchorPeriods: 0,
      currentPeriodStart: earlier(endsAt) > now ? currentPeriodStartAt(sub, now) : now,
      currentPeriodEnd: end,
      graceEndsAt: earlier(sub.graceEndsAt),
      ...(planFrom && planFrom > startsAt ? { planFrom: earlier(planFrom) } : {}),
    },
  };
}
