import { accessEndsAt, hasAccess, type SubscriptionFacts } from "./subscription";

/** The fields needed to choose among several subscriptions. */
export type Candidate = SubscriptionFacts & { id: string; createdAt: Date };

/** Whether any of them gives its user access now (spec, GET /access, rule 1). */
export function hasAnyAccess(subs: readonly SubscriptionFacts[], now: Date): boolean {
  return subs.some((sub) => hasAccess(sub, now));
}

/**
 * The subscription to show (spec, GET /access, rule 2): of those that give access, the one that lasts longest; if none
 * does, the user's latest. Age and id break ties, so that the answer does not depend on the order of rows.
 */
export function pickShown<T extends Candidate>(subs: readonly T[], now: Date): T | null {
  const giving = subs.filter((sub) => hasAccess(sub, now));
  if (giving.length === 0) return best(subs, isNewer);
  return best(giving, (a, b) => {
    const difference = accessEndsAt(a).getTime() - accessEndsAt(b).getTime();
    return difference === 0 ? isNewer(a, b) : difference > 0;
  });
}

function isNewer(a: Candidate, b: Candidate): boolean {
  const difference = a.createdAt.getTime() - b.createdAt.getTime();
  return difference === 0 ? a.id > b.id : difference > 0;
}

function best<T>(items: readonly T[], isBetter: (a: T, b: T) => boolean): T | null {
  return items.reduce<T | null>(
    (found, item) => (found === null || isBetter(item, found) ? item : found),
    null,
  );
}
