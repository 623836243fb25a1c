import { describe, expect, test } from "vitest";
import { type Candidate, hasAnyAccess, pickShown } from "./access";
import { activate, graceMs } from "./subscription";

const now = new Date("2026-06-15T12:00:00Z");
const day = 86_400_000;

/** A subscription paid for a month that ends `days` after now. */
function ending(id: string, days: number, more: Partial<Candidate> = {}): Candidate {
  const { facts } = activate({ interval: "month", at: new Date("2026-05-01T00:00:00Z") });
  const currentPeriodEnd = new Date(now.getTime() + days * day);
  const ends = { currentPeriodEnd, ...more };
  return {
    ...facts,
    graceEndsAt: new Date(ends.currentPeriodEnd.getTime() + graceMs),
    id,
    createdAt: facts.startedAt,
    ...ends,
  };
}

describe("which of several subscriptions is shown", () => {
  test("none when there is none", () => {
    expect(pickShown([], now)).toBeNull();
    expect(hasAnyAccess([], now)).toBe(false);
  });

  test("of those that give access the one that lasts longest, whatever the order", () => {
    const subs = [ending("sub_a", 3), ending("sub_b", 20), ending("sub_c", 5), ending("sub_d", -40)];
    expect(pickShown(subs, now)?.id).toBe("sub_b");
    expect(pickShown([...subs].reverse(), now)?.id).toBe("sub_b");
    expect(hasAnyAccess(subs, now)).toBe(true);
  });

  test("grace counts: paid to tomorrow lasts longer than cancelled with three days left", () => {
    const cancelled = ending("sub_cancelled", 3, { status: "cancelled", cancelledAt: now });
    expect(pickShown([cancelled, ending("sub_active", 1)], now)?.id).toBe("sub_active");
  });

  test("one in grace is shown before a newer one that has ended", () => {
    const ended = ending("sub_ended", -10, { createdAt: new Date(now.getTime() - 12 * day) });
    expect(pickShown([ended, ending("sub_grace", -1)], now)?.id).toBe("sub_grace");
  });

  test("when none gives access the user's latest", () => {
    const older = ending("sub_older", -5);
    const newer = ending("sub_newer", -6, { createdAt: new Date(now.getTime() - 20 * day) });
    expect(pickShown([older, newer], now)?.id).toBe("sub_newer");
    expect(hasAnyAccess([older, newer], now)).toBe(false);
  });

  test("equal ones are decided the same way in any order", () => {
    const twins = [ending("sub_a", 3), ending("sub_b", 3)];
    expect(pickShown(twins, now)?.id).toBe("sub_b");
    expect(pickShown([...twins].reverse(), now)?.id).toBe("sub_b");
  });

  test("the last millisecond of grace gives access, the next one does not", () => {
    const sub = ending("sub_a", 0, { currentPeriodEnd: new Date(now.getTime() - graceMs + 1) });
    expect(hasAnyAccess([sub], now)).toBe(true);
    expect(hasAnyAccess([sub], new Date(now.getTime() + 1))).toBe(false);
  });
});
