import { expect, test } from "vitest";
import { countryName, directionOf, knownLanguage, languageCodes, languages, longMonthOf } from "./languages";

test("the first language that we write in is taken, and nothing for those we do not", () => {
  expect(knownLanguage("ig", null, "sw", "fr")).toBe("sw");
  expect(knownLanguage("zu", undefined, "toString")).toBeNull();
});

test("dates are written by a locale of the same language, and no day can be taken for a month", () => {
  for (const code of languageCodes) {
    expect(new Intl.Locale(languages[code].locale).language).toBe(code);
    expect(Intl.DateTimeFormat.supportedLocalesOf(languages[code].locale)).toHaveLength(1);
    const style = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
    const day = new Intl.DateTimeFormat(`${languages[code].locale}-u-nu-latn`, style);
    // The month in words, and the day before it; Ethiopia writes the month first.
    const written = code === "am" ? /^\p{L}+ 20 2026$/u : /^20 \p{L}[\p{L}\p{M} .]*,? (?:de )?2026$/u;
    expect(day.format(new Date("2026-11-20T12:00:00Z"))).toMatch(written);
    const long = new Intl.DateTimeFormat(languages[code].locale, { ...style, month: longMonthOf(code) });
    expect(long.format(new Date("2026-11-20T12:00:00Z"))).toMatch(/^20 \P{N}+ 2026$/u);
  }
});

test("each language counts by the forms of its own plural", () => {
  const forms = (code: string) => new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();
  expect(forms("ar")).toEqual(["few", "many", "one", "other", "two", "zero"]);
  for (const code of ["ha", "am", "rw"]) expect(forms(code)).toEqual(["one", "other"]);
  expect(forms("yo")).toEqual(["other"]);
});

test("a page runs as its script does", () => {
  expect(languageCodes.filter((code) => directionOf(code) === "rtl")).toEqual(["ar"]);
});

test("a country has a name in every language, in English where the language's data have none", () => {
  expect(countryName("ar", "NG")).toBe("نيجيريا");
  expect(countryName("rw", "NG")).toBe("Nigeria");
  for (const code of languageCodes) expect(countryName(languages[code].locale, "KE")).not.toBe("KE");
});
