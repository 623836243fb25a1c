import { getCountries } from "libphonenumber-js";

export interface Choice {
  value: string;
  label: string;
}

/** Countries that have telephone numbers, by their English name. */
export function countryChoices(): Choice[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return [...countries]
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
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
