import { expect, test } from "vitest";
import { isDue } from "./ship";

const at = (time: string) => new Date(`2026-11-${time}Z`);

test.each([
  ["none was ever made", undefined, "23T00:10", true],
  ["today's was made", at("23T02:31"), "23T12:00", false],
  ["today's is due", at("22T02:31"), "23T02:30", true],
  ["today's is not yet due", at("22T02:31"), "23T02:29", false],
  ["yesterday's was missed", at("21T02:31"), "23T01:00", true],
  ["one was made by hand before the time", at("23T01:00"), "23T02:30", true],
])("%s", (_, last, now, due) => {
  expect(isDue(last, "02:30", at(now))).toBe(due);
  expect(isDue(last, "off", at(now))).toBe(false);
});
