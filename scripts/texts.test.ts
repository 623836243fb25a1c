import { readFileSync } from "node:fs";
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
  const alone = ["payer", "notice", "problem"];
  const together = audiences.filter((audience) => !alone.includes(audience));
  const keys = together.flatMap((audience) => Object.keys(readTexts(audience, "en")));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test("a language is one line and three files: their texts are read, checked and counted", () => {
  const page = readFileSync("docs/how-to/language.md", "utf8");
  const steps = [...page.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file = ""]) => file);
  expect(steps).toHaveLength(4);
  expect(steps[0]).toBe("lib/domain/languages.ts");
  // As somebody does who follows the page: each file is the English one with its keys, begun and not finished.
  for (const file of steps.slice(1)) {
    const audience = audiences.find((name) => file === `lib/text/<code>/${name}.json`);
    if (!audience) throw new Error(`No audience reads ${file}.`);
    const whole = readTexts(audience, "en");
    const begun = Object.fromEntries(Object.entries(whole).slice(0, 10));
    expect(coverage("fr", begun, whole)).toEqual({
      of: Object.keys(whole).length,
      has: 10,
      problems: [],
    });
  }
});
