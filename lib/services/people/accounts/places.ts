import { getCountries } from "libphonenumber-js";
import { type CountryDefaults, countryDefaults, modernZone } from "@/lib/domain/country";
import { currencies } from "@/lib/domain/money";

export interface Choice {
  value: string;
  label: string;
}

/** Countries with telephone numbers, by their names in this language, in its order. `locale`: "fr". */
export function countryChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return [...countries]
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

export function isCountry(code: string): boolean {
  return countries.has(code);
}

/** What shops of each country most likely use. */
export function usualPlaces(): Record<string, CountryDefaults> {
  return Object.fromEntries(
    [...countries].flatMap((code) => {
      const usual = countryDefaults(code);
      return usual ? [[code, usual]] : [];
    }),
  );
}

/** Every time zone this server knows by today's names, as `Area/City`, and UTC; those of `country` first. */
function timeZones(country = ""): string[] {
  const local = countryDefaults(country)?.zones ?? [];
  const all = [...Intl.supportedValuesOf("timeZone"), "UTC"].map(modernZone).sort();
  return [...new Set([...local, ...all])];
}

/** Zones for a form, those of `country` first. */
export function timeZoneChoices(country: string): Choice[] {
  return timeZones(country).map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** Every currency, that of `country` first. */
export function currencyChoices(country: string): Choice[] {
  const own = countryDefaults(country)?.currency;
  return [...new Set([...(own ? [own] : []), ...currencies])].map((value) => ({ value, label: value }));
}

/** Old names are valid too: stores may have them. */
export function isTimeZone(name: string): boolean {
  return timeZones().includes(modernZone(name));
}

const countries: ReadonlySet<string> = new Set(getCountries());
