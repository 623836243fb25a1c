export interface TimelineOptions {
  startMs?: number;
  /** Does what falls due at one time side by side, as many payers do; otherwise one waits for the other, in order. */
  sideBySide?: boolean;
}

/** The time of an emulator, which stands still until it is moved, and what falls due in it. */
export function createTimeline({ startMs = Date.UTC(2026, 0, 31, 9, 30), sideBySide }: TimelineOptions) {
  let nowMs = startMs;
  let plan: { atMs: number; what: () => Promise<void> }[] = [];
  const timeline = {
    now: () => nowMs,
    after(ms: number, what: () => Promise<void>) {
      plan.push({ atMs: nowMs + ms, what });
    },
    async advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const due = plan.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!due) break;
        plan = plan.filter((one) => one !== due);
        nowMs = Math.max(nowMs, due.atMs);
        const done = due.what();
        if (!sideBySide) await done;
      }
      nowMs = untilMs;
    },
    /** Follows the real clock until it is told to stop. */
    follow(): () => void {
      let followedMs = performance.now();
      const timer = setInterval(() => {
        // What a busy machine did late is made up for, or this clock would fall behind the real one.
        const passedMs = Math.round(performance.now() - followedMs);
        followedMs += passedMs;
        void timeline.advance(passedMs);
      }, 250);
      return () => clearInterval(timer);
    },
  };
  return timeline;
}
