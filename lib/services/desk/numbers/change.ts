import type { Movement } from "@/lib/domain/movements";
import { earlier, type Moment } from "./moment";
import type { Own, Question, Window } from "./movements";

/** How many subscriptions, and what they come to in a year: a month is a twelfth (`monthly`). */
export interface Worth {
  count: number;
  yearlyMinor: bigint;
}

/** What happened in a window. Its parts lead exactly from `before` to `after`. */
export interface Change {
  before: Worth;
  began: Worth;
  wonBack: Worth;
  /** Of those that went on at another price. Their count changes nothing of how many pay. */
  raised: Worth;
  lowered: Worth;
  /** Positive, as all the others but what was lowered. */
  lost: Worth;
  after: Worth;
  /** Periods that were paid on within 72 hours. */
  renewed: number;
}

const settledKinds = ["new", "won_back", "raised", "lowered", "lost"] as const;
const none: Worth = { count: 0, yearlyMinor: 0n };

/** What must be known of a window for its change. */
export function changeQuestions(key: string, { from, to }: Window, { settled }: Moment): Question[] {
  return [
    ...settledKinds.map((kind) => ({ key, kind, from, to })),
    { key, kind: "renewed", from, to },
    // Paid time that ended is lost once its grace is over, on the day on which it ended.
    { key, kind: "due", from, to: earlier(to, settled) },
  ];
}

/** What must be known of all that was before the first window. */
export function balanceQuestions(key: string, at: Date, moment: Moment): Question[] {
  return changeQuestions(key, { from: null, to: at }, moment).filter(({ kind }) => kind !== "renewed");
}

/** All that pays at the end of the window, if nothing did before it. */
export function balanceOf(key: string, own: Own): Worth {
  return changeOf(key, own, none).after;
}

export function changeOf(key: string, own: Own, before: Worth): Change {
  const began = worthOf(own, key, "new");
  const wonBack = worthOf(own, key, "won_back");
  const raised = worthOf(own, key, "raised");
  const lowered = worthOf(own, key, "lowered");
  const lost = plus(worthOf(own, key, "lost"), worthOf(own, key, "due"));
  const after = {
    count: before.count + began.count + wonBack.count - lost.count,
    yearlyMinor:
      [began, wonBack, raised, lowered].reduce((all, one) => all + one.yearlyMinor, before.yearlyMinor) -
      lost.yearlyMinor,
  };
  const renewed = worthOf(own, key, "renewed").count;
  return { before, began, wonBack, raised, lowered, lost, after, renewed };
}

export function worthOf(own: Own, key: string, kind: Movement): Worth {
  return own(key, kind).reduce<Worth>(plus, none);
}

function plus(one: Worth, other: Worth): Worth {
  return { count: one.count + other.count, yearlyMinor: one.yearlyMinor + other.yearlyMinor };
}
