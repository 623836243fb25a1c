import { expect, test } from "vitest";
import { knownLanguage, languageCodes, languages } from "./languages";

test("the first language that we write in is taken, and nothing for those we do not", () => {
  expect(knownLanguage("ha", null, "sw", "fr")).toBe("sw");
  expect(knownLanguage("yo", undefined, "toString")).toBeNull();
});

test("dates are written by a locale of the same language, with the day before the month", () => {
  for (const code of languageCodes) {
    expect(new Intl.Locale(languages[code].locale).language).toBe(code);
    const day = new Intl.DateTimeFormat(languages[code].locale, { day: "numeric", month: "long" });
    expect(day.format(new Date("2026-11-20T12:00:00Z"))).toMatch(/^20/);
  }
});
