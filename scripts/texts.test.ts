import { expect, test } from "vitest";
import { audiences, readTexts } from "@/lib/text/catalogue";
import { allCoverage, coverage } from "./texts";

const english = { hello: "Hello {name}", due: "{days, plural, one {# day} other {# days}}", back: "Back" };

test("what a language lacks is counted, and is no problem", () => {
  expect(coverage("fr", { back: "Retour" }, english)).toEqual({ of: 3, has: 1, problems: [] });
});

test("a text that English does not have, a lost or strange value and an unreadable text are problems", () => {
  const own = {
    toString: "x",
    hello: "Bonjour {nom}",
    due: "{days, plural, one {# jour} other {# jours}",
    back: " ",
  };
  const { problems } = coverage("fr", own, english);
  expect(problems.slice(0, 3)).toEqual([
    "toString: English has no such text.",
    "hello: English has no {nom}.",
    "hello: {name} of English is missing.",
  ]);
  expect(problems[3]).toMatch(/^due cannot be read: /);
  expect(problems[4]).toBe("back is empty.");
});

test("no catalogue has a problem, and no key stands in two that are read as one", () => {
  expect(allCoverage().problems).toEqual([]);
  const together = audiences.filter((audience) => audience !== "payer" && audience !== "notice");
  const keys = together.flatMap((audience) => Object.keys(readTexts(audience, "en")));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
