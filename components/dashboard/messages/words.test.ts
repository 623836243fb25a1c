import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dashboardLanguageOf, dashboardLanguages, dashboardMessages, dashboardWords } from "./words";

const slots = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.keys(dashboardLanguages))("the dashboard in %s", (code) => {
  const lang = dashboardLanguageOf(code);

  test("has every sentence of English with its slots", () => {
    const ours = Object.entries(dashboardMessages[lang]);
    expect(ours.map(([key]) => key).sort()).toEqual(Object.keys(dashboardMessages.en).sort());
    for (const [key, sentence] of Object.entries(dashboardMessages.en)) {
      const said = ours.find(([other]) => other === key)?.[1] ?? "";
      expect([key, slots(said)]).toEqual([key, slots(sentence)]);
      expect(said.trim()).not.toBe("");
    }
  });
});

test("French says most of it differently from English", () => {
  const same = Object.entries(dashboardMessages.en).filter(
    ([key, sentence]) =>
      Object.entries(dashboardMessages.fr).find(([other]) => other === key)?.[1] === sentence,
  );
  expect(same.length).toBeLessThan(Object.keys(dashboardMessages.en).length / 6);
});

test("French punctuation stays with its word, and its apostrophes are typographic", () => {
  for (const sentence of Object.values(dashboardMessages.fr)) {
    expect(sentence).not.toMatch(/ [:;?!»%]|« /);
    expect(sentence).not.toMatch(/\p{L}'\p{L}/u);
  }
});

test("numbers and plurals are written as the language does", () => {
  expect(dashboardWords("fr").count(0, "newer", "older")).toBe("Plus récents");
  expect(dashboardWords("en").count(0, "newer", "older")).toBe("Older");
});

test("a language that the dashboard does not speak is English", () => {
  expect(dashboardLanguageOf("sw")).toBe("en");
  expect(dashboardLanguageOf("toString")).toBe("en");
});

test("no sentence of one topic hides another of the same key", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^en-.*\.ts$/.test(name));
  const keys = files.flatMap((name) =>
    [...readFileSync(`${import.meta.dirname}/${name}`, "utf8").matchAll(/^ {2}(\w+):/gm)].map(
      ([, key]) => key,
    ),
  );
  expect(keys.length).toBeGreaterThan(500);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
