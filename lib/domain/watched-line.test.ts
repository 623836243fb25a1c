import { expect, test } from "vitest";
import { type WatchedLine, watchLine } from "./watched-line";

/** What is told of a line that is bad in the minutes with `x` and well in those with a point. */
function told(minutes: string, atOnce = false): string {
  let line: WatchedLine | null = null;
  return [...minutes]
    .map((minute, at) => {
      const turn = watchLine(line, { isBad: minute === "x", atOnce }, new Date(at * 60_000));
      line = turn.line;
      return turn.tell?.[0] ?? minute;
    })
    .join("");
}

test.each([
  ["xxxx.......", "xxxx.......", "short trouble is told to nobody"],
  ["xxxxxxx..", "xxxxxbxw.", "after five minutes it is told once, and once that it is over"],
  ["xxxx.xxxx.", "xxxx.xxxx.", "each time begins anew"],
  ["xxxxxx.xxxxxx.", "xxxxxbwxxxxxx.", "what comes again the same day is told of no more, nor its end"],
])("%s is told as %s: %s", (minutes, expected) => {
  expect(told(minutes)).toBe(expected);
});

test("what cannot wait is told in its first minute", () => {
  expect(told(".xx.", true)).toBe(".bxw");
});

test("what stays bad is told once a day", () => {
  const days = told("x".repeat(3 * 24 * 60));
  expect([...days].flatMap((tell, at) => (tell === "b" ? at : []))).toEqual([5, 1445, 2885]);
});

test("a day after it was last told nothing is remembered of a line that is well", () => {
  const toldAt = new Date(0);
  const well = (ms: number) =>
    watchLine({ badSince: null, toldAt, isTold: false }, { isBad: false, atOnce: false }, new Date(ms)).line;
  expect(well(23 * 3_600_000)).not.toBeNull();
  expect(well(24 * 3_600_000)).toBeNull();
});
