import { expect, test } from "vitest";
import { compareWeight, weigh } from "./weight";

test("what grew is said with its ceiling; what became less asks to be written down", () => {
  const known = { productionLines: 100, productionFiles: 10, smallFiles: 3, testLines: 50, labLines: 9 };
  expect(compareWeight(known, known)).toEqual({ grown: [], isLess: false });
  const { grown, isLess } = compareWeight(known, { ...known, smallFiles: 4, testLines: 40 });
  expect(grown).toEqual(["smallFiles is 4; docs/weight.json allows 3. Take something away in exchange."]);
  expect(isLess).toBe(true);
});

test("the whole tree is weighed", () => {
  expect(weigh().productionFiles).toBeGreaterThan(1_000);
});
