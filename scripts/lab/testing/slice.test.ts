import { expect, test } from "vitest";
import { type Choice, isDrawn, runsOf, sliceOf, turned } from "./slice";

const items = Array.from({ length: 103 }, (_, at) => `item ${at}`);
const commits = Array.from({ length: 200 }, (_, at) => ({ commit: `commit ${at}` }));
const of = (choice: Choice, given = items, parts = 8) => sliceOf("a sweep", given, parts, choice);

test("one run takes its share, and the same share again", () => {
  for (const choice of commits) {
    expect([12, 13]).toContain(of(choice).length);
    expect(of(choice)).toEqual(of(choice));
  }
});

test("every item is in the slice of some commit, and no slice is favoured", () => {
  const taken = new Map<string, number>();
  for (const choice of commits) for (const item of of(choice)) taken.set(item, (taken.get(item) ?? 0) + 1);
  expect(taken.size).toBe(items.length);
  expect(Math.min(...taken.values())).toBeGreaterThan(10);
  expect(Math.max(...taken.values())).toBeLessThan(50);
});

test("what is together does not depend on the order in which the items are given, and the order given is kept", () => {
  const backwards = [...items].reverse();
  for (const choice of commits) expect(of(choice, backwards)).toEqual([...of(choice)].reverse());
});

test("two sweeps of one commit take parts of their own", () => {
  const differ = commits.filter(
    (choice) => of(choice).join() !== sliceOf("another sweep", items, 8, choice).join(),
  );
  expect(differ.length).toBeGreaterThan(100);
});

test("LONG takes everything, or the parts that make up everything, each item once", () => {
  expect(of({ commit: "any", long: "1" })).toEqual(items);
  const parts = [1, 2, 3].flatMap((part) => of({ commit: "any", long: `${part}/3` }));
  expect(parts.sort()).toEqual([...items].sort());
  for (const long of ["0/3", "4/3", "whole", "2"]) expect(() => of({ commit: "any", long })).toThrow(/LONG/);
});

test("one item alone is drawn by some commits and not by others, by LONG=1, and by one of the parts of LONG", () => {
  for (const item of items) {
    const drawnBy = commits.filter((choice) => isDrawn("a sweep", item, 3, choice));
    expect(drawnBy.length).toBeGreaterThan(30);
    expect(drawnBy.length).toBeLessThan(110);
    expect(isDrawn("a sweep", item, 3, { commit: "any", long: "1" })).toBe(true);
    const parts = ["1/3", "2/3", "3/3"].filter((long) =>
      isDrawn("a sweep", item, 3, { commit: "any", long }),
    );
    expect(parts).toHaveLength(1);
  }
});

test("each item comes first with some commit, and none is left out", () => {
  const all = ["one", "two", "three", "four"];
  const turns = commits.map(({ commit }) => turned("a sweep", all, commit));
  expect(new Set(turns.map(([first]) => first)).size).toBe(all.length);
  for (const turn of turns) expect([...turn].sort()).toEqual([...all].sort());
});

test("random values are tried in part, and all that there are with LONG", () => {
  expect(runsOf(400, 4, { commit: "any" })).toBe(100);
  expect(runsOf(25, 4, { commit: "any" })).toBe(7);
  expect(runsOf(1, 4, { commit: "any" })).toBe(1);
  for (const long of ["1", "1/3"]) expect(runsOf(400, 4, { commit: "any", long })).toBe(400);
});

test("a sweep of fewer items than parts is run in full over the commits too", () => {
  const seen = new Set(commits.flatMap((choice) => of(choice, ["one", "two"], 2)));
  expect([...seen].sort()).toEqual(["one", "two"]);
});
