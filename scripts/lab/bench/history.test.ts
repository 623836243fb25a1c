import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { append, type Line, readLast, runOf, worseThan } from "./report";

const about = { date: "2026-11-26T10:00:00.000Z", commit: "0123456789abcdef", machine: "2 × a processor" };
const run = (lists: number, storm: number | null) => {
  const lines: Line[] = [
    { what: "25 orders : bare", value: lists, unit: "", goal: { atLeast: 0.5 } },
    { what: "payments", value: 150, unit: "/s", goal: { atLeast: 200 } },
    ...(storm === null ? [] : [{ what: "meanwhile : before", value: storm, unit: "", goal: { atMost: 2 } }]),
  ];
  return runOf(lines, about);
};

test("a run keeps its ratios, and none of the figures of its machine", () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "history-")), "history.jsonl");
  expect(readLast(file)).toBeNull();
  append(file, run(0.6, 2));
  append(file, run(0.5, 1.5));
  expect(readLast(file)).toEqual({
    ...about,
    ratios: {
      "25 orders : bare": { value: 0.5, better: "more" },
      "meanwhile : before": { value: 1.5, better: "less" },
    },
  });
});

test("what is worse than 0.8 of the run before is said, also where less is better, and so is what was not measured", () => {
  expect(worseThan(null, run(0.1, 9))).toEqual([]);
  expect(worseThan(run(0.5, 2), run(0.4, 2.5))).toEqual([]);
  expect(worseThan(run(0.5, 2), run(0.39, 2.51))).toEqual([
    "25 orders : bare is 0.39; it was 0.5 (01234567, 2026-11-26T10:00:00.000Z).",
    "meanwhile : before is 2.51; it was 2 (01234567, 2026-11-26T10:00:00.000Z).",
  ]);
  expect(worseThan(run(0.5, 2), run(0.5, null))).toEqual(["meanwhile : before was 2, and was not measured."]);
});
