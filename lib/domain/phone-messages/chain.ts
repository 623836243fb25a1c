// The balance that a network tells with each movement makes a chain: what was there before it, and what is there after.
// A message is believed where it fits: whoever forges one does not know the balance. `link` is a function of the whole set
// of messages, so the order in which they arrived, and how often, changes nothing.

/** A message that tells the balance. */
export interface Step {
  id: string;
  beforeMinor: bigint;
  afterMinor: bigint;
  /** When it happened. `isExact`: by the network's word, to the minute; else it is when the phone heard of it. */
  atMs: number;
  isExact: boolean;
  /** The owner said that what is missing before it was theirs. */
  isAccepted: boolean;
  /** It fit already: what comes later does not take its place. */
  isFixed: boolean;
}

/** A message of money that came, which tells no balance. */
export interface Loose {
  id: string;
  movedMinor: bigint;
  atMs: number;
}

/** The balance from which the chain is believed. */
export interface Anchor {
  balanceMinor: bigint;
  atMs: number;
}

/** What the phone did not tell: the account had `fromMinor`, and then `toMinor` before the step `before`. */
export interface Gap {
  before: string;
  fromMinor: bigint;
  toMinor: bigint;
  fromMs: number;
  toMs: number;
}

export interface Linked {
  /** In the order of the account. */
  fits: string[];
  /** Without a balance of their own; the balance of the next message proves them. */
  proved: string[];
  /** Behind a gap: nobody knows yet. In the order of time. */
  waiting: string[];
  gap: Gap | null;
  /** The account went on without them. */
  false: string[];
  /** Too late to say: from before the anchor, or as true as not at the time of which it tells. */
  old: string[];
  end: Anchor;
}

/** Networks tell the minute, and some write it a moment later. */
export const slackMs = 2 * 60_000;
/** A phone without network hears of it so much later. */
export const lateMs = 45 * 60_000;

/** Sorts messages into what fits the chain from the anchor on, what waits behind a gap, and what cannot be true. */
export function link(anchor: Anchor, steps: readonly Step[], loose: readonly Loose[] = []): Linked {
  const inTime = (one: Step) => one.atMs + slackOf(one) >= anchor.atMs;
  const sorted = steps.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
  const old = sorted.filter((one) => !inTime(one)).map(({ id }) => id);
  const left = new Left(sorted.filter(inTime));
  const [path, proved]: [Step[], string[]] = [[], []];
  let end = anchor;
  const go = (steps: readonly Step[]) => {
    path.push(...steps);
    end = afterAll(end, steps);
  };
  for (;;) {
    go(walk(left, end));
    const next = firstAfter(left, end);
    if (!next) break;
    const filled = fillOf(loose, proved, end, next);
    if (filled) proved.push(...filled);
    else if (!next.isAccepted) break;
    left.take(next);
    go([next]);
  }
  // What moved nothing needs no place of its own: the account had this balance then.
  const isSeen = (one: Step) => one.beforeMinor === one.afterMinor && isOpen(path, anchor, one);
  const waiting = after(left, end).filter((one) => !isSeen(one));
  const passed = left.all().filter((one) => !waiting.includes(one));
  const isOld = (one: Step) => one.atMs < anchor.atMs || isTimeless(one) || isOpen(path, anchor, one);
  return {
    ...{ fits: path.map(({ id }) => id), proved, end },
    old: [...old, ...passed.filter(isOld).map(({ id }) => id)],
    false: passed.filter((one) => !isOld(one)).map(({ id }) => id),
    waiting: waiting.map(({ id }) => id),
    gap: gapBetween(end, startOf(waiting)),
  };
}

function gapBetween(end: Anchor, next: Step | null): Gap | null {
  if (!next) return null;
  return {
    ...{ before: next.id, fromMinor: end.balanceMinor, toMinor: next.beforeMinor },
    ...{ fromMs: end.atMs, toMs: next.atMs },
  };
}

/**
 * It may have happened between two others: the account had this balance at that time, or something is missing there. Nothing
 * proves it any more.
 */
function isOpen(path: readonly Step[], anchor: Anchor, { beforeMinor, atMs, isExact }: Step): boolean {
  const slack = slackOf({ isExact });
  return path.some((one, index) => {
    const before = path[index - 1];
    const from = before?.atMs ?? anchor.atMs;
    const isGap = one.beforeMinor !== (before?.afterMinor ?? anchor.balanceMinor);
    return (isGap || one.beforeMinor === beforeMinor) && from - slack <= atMs && atMs <= one.atMs + slack;
  });
}

/** Money that left at some time before the phone heard of it. */
function isTimeless({ isExact, beforeMinor, afterMinor }: Step): boolean {
  return !isExact && afterMinor < beforeMinor;
}

/** By the latest time of all: the last may tell none of its own. */
function afterAll(end: Anchor, steps: readonly Step[]): Anchor {
  const balanceMinor = steps.at(-1)?.afterMinor ?? end.balanceMinor;
  return { balanceMinor, atMs: steps.map(exactMs).reduce((a, b) => Math.max(a, b), end.atMs) };
}

/** A later time than the true one, as a phone hears it, shows nothing about what came before. */
function exactMs({ atMs, isExact }: Step): number {
  return isExact ? atMs : 0;
}

function slackOf({ isExact }: Pick<Step, "isExact">): number {
  return isExact ? slackMs : lateMs;
}

/** Steps that are not in the chain yet, by the balance they begin with. */
class Left {
  private readonly byBefore = new Map<bigint, Step[]>();
  private readonly gone = new Set<string>();
  /** All before this place are gone: most are taken in their order. */
  private first = 0;

  constructor(private readonly steps: readonly Step[]) {
    for (const step of steps) {
      const list = this.byBefore.get(step.beforeMinor);
      if (list) list.push(step);
      else this.byBefore.set(step.beforeMinor, [step]);
    }
  }

  /** What begins with this balance, not before a time: what fit before, else the earliest. */
  at(balanceMinor: bigint, fromMs: number): Step | null {
    const list = this.byBefore.get(balanceMinor) ?? [];
    const isNext = (one: Step) =>
      !this.gone.has(one.id) && one.atMs + slackOf(one) >= fromMs && !this.passesOver(one, fromMs);
    const open = list.filter(isNext);
    return open.find(({ isFixed }) => isFixed) ?? open[0] ?? null;
  }

  /**
   * Whether something surely happened before it that is believed already; or that leads to the same balance, for an account
   * may have one balance twice, and what is new may go on from the second time.
   */
  private passesOver(one: Step, fromMs: number): boolean {
    // It has its place, whenever the phone heard of it.
    if (one.isFixed && !one.isExact) return false;
    const untilMs = one.atMs - slackOf(one);
    const leads = (other: Step) =>
      !isBelieved(one) && other.afterMinor === one.beforeMinor && other.atMs > fromMs;
    const isBefore = (other: Step) => other.atMs + (other.isExact ? slackMs : 0) < untilMs;
    this.skipGone();
    for (let at = this.first; at < this.steps.length; at += 1) {
      const other = this.steps[at];
      if (!other || other.atMs >= untilMs) return false;
      if ((isBelieved(other) || leads(other)) && isBefore(other) && !this.gone.has(other.id)) return true;
    }
    return false;
  }

  private skipGone(): void {
    while (this.gone.has(this.steps[this.first]?.id ?? "")) this.first += 1;
  }

  take({ id }: Step): void {
    this.gone.add(id);
  }

  giveBack(steps: readonly Step[]): void {
    for (const { id } of steps) this.gone.delete(id);
    if (steps.length > 0) this.first = 0;
  }

  all(): Step[] {
    return this.steps.filter(({ id }) => !this.gone.has(id));
  }
}

/**
 * As far as the chain goes. Of two messages of one minute the wrong one may be taken first; then the walk ends early, and
 * what it left out is a round that begins and ends with the same balance: it is put in where it fits. Never among what fit
 * before: whoever knows an old balance could put in what they like.
 */
function walk(left: Left, from: Anchor): Step[] {
  const path = run(left, from);
  const fixed = path.findLastIndex(({ isFixed }) => isFixed) + 1;
  for (let place = path.length; place >= fixed; place -= 1) {
    const before = path[place - 1];
    const balanceMinor = before?.afterMinor ?? from.balanceMinor;
    const fromMs = before ? exactMs(before) : from.atMs;
    const round = run(left, { balanceMinor, atMs: fromMs });
    const closes = round.findLastIndex(({ afterMinor }) => afterMinor === balanceMinor);
    left.giveBack(round.slice(closes + 1));
    const fits = closes >= 0 && isBefore(round[closes], path[place]);
    if (fits) path.splice(place, 0, ...round.slice(0, closes + 1));
    else left.giveBack(round.slice(0, closes + 1));
  }
  return path;
}

function isBefore(last: Step | undefined, next: Step | undefined): boolean {
  return !last || !next || exactMs(last) <= next.atMs + slackOf(next);
}

function run(left: Left, from: Anchor): Step[] {
  const path: Step[] = [];
  let { balanceMinor, atMs } = from;
  for (let next = left.at(balanceMinor, atMs); next; next = left.at(balanceMinor, atMs)) {
    left.take(next);
    path.push(next);
    balanceMinor = next.afterMinor;
    atMs = Math.max(atMs, exactMs(next));
  }
  return path;
}

function isBelieved({ isFixed, isAccepted }: Step): boolean {
  return isFixed || isAccepted;
}

/** Where what is left begins: what is believed comes before what somebody may have put before it. */
function firstAfter(left: Left, end: Anchor): Step | null {
  const all = after(left, end);
  const believed = all.filter(isBelieved);
  return startOf(believed.length > 0 ? believed : all);
}

/** What is left that the account did not go past. */
function after(left: Left, end: Anchor): Step[] {
  return left.all().filter((one) => one.atMs + slackOf(one) >= end.atMs);
}

/** Where they begin: of the messages of the first moment, the one that no other of them leads to. */
function startOf(waiting: readonly Step[]): Step | null {
  const [first] = waiting;
  if (!first) return null;
  const near = waiting.filter((one) => one.atMs - slackOf(one) <= first.atMs);
  const ends = new Set(near.map(({ afterMinor }) => afterMinor));
  return near.find(({ beforeMinor }) => !ends.has(beforeMinor)) ?? first;
}

/** Messages without a balance that are exactly what is missing. */
function fillOf(loose: readonly Loose[], used: readonly string[], end: Anchor, next: Step): string[] | null {
  const missing = next.beforeMinor - end.balanceMinor;
  const between = loose.filter(
    ({ id, atMs }) => !used.includes(id) && atMs >= end.atMs - slackMs && atMs <= next.atMs + slackOf(next),
  );
  const sum = between.reduce((all, { movedMinor }) => all + movedMinor, 0n);
  if (between.length > 0 && sum === missing) return between.map(({ id }) => id);
  const alone = between.filter(({ movedMinor }) => movedMinor === missing);
  return alone.length === 1 ? alone.map(({ id }) => id) : null;
}

/** How many steps a phone keeps in mind, and how long: what is linked for longer is behind the anchor. */
const keptMs = 3 * 24 * 60 * 60_000;
const keptMax = 500;

/** Moves the anchor on past what is settled: later messages of that time are too old. `steps`: all those of `linked`. */
export function forgetBefore(
  anchor: Anchor,
  linked: Linked,
  steps: readonly Step[],
  nowMs: number,
): { anchor: Anchor; behind: string[] } {
  const byId = new Map(steps.map((one) => [one.id, one]));
  const fits = linked.fits.flatMap((id) => byId.get(id) ?? []);
  const over = Math.max(0, fits.length - keptMax);
  const stays = fits.findIndex(({ atMs }, index) => index >= over && atMs > nowMs - keptMs);
  const behind = stays < 0 ? fits : fits.slice(0, stays);
  const last = behind.at(-1);
  if (!last) return { anchor, behind: [] };
  const known = behind.map(({ atMs, isExact }) => (isExact ? atMs : atMs - lateMs));
  return {
    anchor: { balanceMinor: last.afterMinor, atMs: known.reduce((a, b) => Math.max(a, b), anchor.atMs) },
    behind: behind.map(({ id }) => id),
  };
}
