import { getCountries } from "libphonenumber-js";
import { expect, test } from "vitest";
import { acceptedCountry, countryDefaults, modernZone, placeOfZone } from "./country";
import { languageCodes } from "./languages";
import { isCurrency } from "./money";

test.each(getCountries())(
  "%s has a currency, a time zone that runtimes know, and a language of ours",
  (code) => {
    const usual = countryDefaults(code);
    expect(isCurrency(usual?.currency ?? "")).toBe(true);
    expect(usual?.zones.length).toBeGreaterThan(0);
    for (const timeZone of usual?.zones ?? [])
      expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
    expect(languageCodes).toContain(usual?.language);
  },
);

test.each([
  ["KE", "KES", "Africa/Nairobi", "en"],
  ["TZ", "TZS", "Africa/Dar_es_Salaam", "sw"],
  ["CI", "XOF", "Africa/Abidjan", "fr"],
  ["CM", "XAF", "Africa/Douala", "fr"],
  ["MZ", "MZN", "Africa/Maputo", "pt"],
  ["CD", "CDF", "Africa/Kinshasa", "fr"],
  ["IN", "INR", "Asia/Kolkata", "en"],
  ["UA", "UAH", "Europe/Kyiv", "en"],
  ["ES", "EUR", "Europe/Madrid", "en"],
  ["NG", "NGN", "Africa/Lagos", "en"],
  ["ET", "ETB", "Africa/Addis_Ababa", "am"],
  ["RW", "RWF", "Africa/Kigali", "rw"],
  ["EG", "EGP", "Africa/Cairo", "ar"],
  ["MA", "MAD", "Africa/Casablanca", "fr"],
])("%s: %s, %s, %s", (country, currency, zone, language) => {
  const usual = countryDefaults(country);
  expect([usual?.currency, usual?.zones[0], usual?.language]).toEqual([currency, zone, language]);
});

test("what is no country has nothing usual", () => {
  for (const code of ["", "XX", "ke", "KES", "toString"]) expect(countryDefaults(code)).toBeNull();
});

test("zones go by today's names", () => {
  expect(modernZone("Asia/Calcutta")).toBe("Asia/Kolkata");
  expect(modernZone("Africa/Nairobi")).toBe("Africa/Nairobi");
  expect(placeOfZone("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  expect(placeOfZone("UTC")).toBe("UTC");
});

test.each([
  ["en-KE,en;q=0.9", "KE"],
  ["en, fr-CI;q=0.8", "CI"],
  ["zh-Hant-TW", "TW"],
  ["en-XX, sw", null],
  ["", null],
])("the languages %j name %s", (header, country) => {
  expect(acceptedCountry(header)).toBe(country);
});
