/**
 * The languages of this service, each with its own name and with how it writes dates: the day before the month.
 * `dashboard` says whether sellers and operators may choose it; payers are offered all. This is the one list: a new
 * language is its folder in lib/text and its line here.
 */
export const languages = {
  en: { name: "English", locale: "en-GB", dashboard: true },
  fr: { name: "Français", locale: "fr", dashboard: true },
  sw: { name: "Kiswahili", locale: "sw", dashboard: false },
  pt: { name: "Português", locale: "pt", dashboard: false },
} as const;

export type Language = keyof typeof languages;

// Safe: the keys of the list above, which Object.keys forgets.
export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** Those that the dashboard may be read in. */
export const dashboardLanguages = languageCodes.filter((code) => languages[code].dashboard);

/** The first of these that we write in, best first; null where there is none. */
export function knownLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(languageCodes, wanted);
}

/** The same among those of the dashboard. */
export function dashboardLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(dashboardLanguages, wanted);
}

function firstOf(known: readonly Language[], wanted: (string | null | undefined)[]): Language | null {
  for (const code of wanted) {
    const found = known.find((one) => one === code);
    if (found) return found;
  }
  return null;
}
