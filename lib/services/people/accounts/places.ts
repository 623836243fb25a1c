import { getCountries } from "libphonenumber-js";

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

/** Every time zone this server knows, as `Area/City`, and UTC. */
export function timeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])];
}

export function isTimeZone(name: string): boolean {
  return timeZones().includes(name);
}

const countries: ReadonlySet<string> = new Set(getCountries());
