/**
 * The languages of this service, each with its own name and a locale that writes the day before the month. `thousands`
 * and `decimal` are the signs in its numbers. `dashboard` says whether sellers and operators may choose it; payers are
 * offered all. This is the only list: a new language needs its folder in lib/text and its line here.
 */
export const languages = {
  en: { name: "English", locale: "en-GB", thousands: ",", decimal: ".", dashboard: true },
  fr: { name: "Français", locale: "fr", thousands: "\u00a0", decimal: ",", dashboard: true },
  sw: { name: "Kiswahili", locale: "sw", thousands: ",", decimal: ".", dashboard: true },
  pt: { name: "Português", locale: "pt", thousands: ".", decimal: ",", dashboard: true },
} as const;

export type Language = keyof typeof languages;

// Safe: the keys of the list above, which Object.keys forgets.
export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** The languages of the dashboard. */
export const dashboardLanguages = languageCodes.filter((code) => languages[code].dashboard);

/** The first wanted language that we support, best first; null when there is none. */
export function knownLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(languageCodes, wanted);
}

/** The same among the languages of the dashboard. */
export function dashboardLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(dashboardLanguages, wanted);
}

/** A country's name in a language: "Uganda", "Ouganda". */
export function countryName(locale: string, country: string): string {
  return new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
}

function firstOf(known: readonly Language[], wanted: (string | null | undefined)[]): Language | null {
  for (const code of wanted) {
    const found = known.find((one) => one === code);
    if (found) return found;
  }
  return null;
}
