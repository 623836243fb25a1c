import { accessEndsAt, hasAccess, type SubscriptionFacts } from "./subscription";

/** What choosing among several subscriptions needs of each. */
export type Candidate = SubscriptionFacts & { id: string; createdAt: Date };

/** Whether any of them lets its user in now (spec, GET /access, rule 1). */
export function hasAnyAccess(subs: readonly SubscriptionFacts[], now: Date): boolean {
  return subs.some((sub) => hasAccess(sub, now));
}

/**
 * The one to show (spec, GET /access, rule 2): of those that give access the one that lasts longest, else the user's
 * latest. Equal ones are decided by age and id, so that the answer does not depend on the order of rows.
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
