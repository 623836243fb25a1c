interface Line {
  /** Its own name for itself. */
  name: string;
  /** Its name in Latin letters, for phones that show no others. Only where its own has none. */
  latin?: string;
  /** For names of months and forms of plurals, with Latin digits. */
  locale: string;
  /** The signs in its numbers. */
  thousands: string;
  decimal: string;
  /** Whether sellers and operators may choose it; payers are offered all. */
  dashboard: boolean;
  /** Whether docs/help has the handbook in it. */
  handbook?: true;
  /** Whether a native speaker has read its texts (docs/how-to/language.md). */
  reviewed: boolean;
  /** Its data put the year first where the month is long, so a long date has the other form, which is as long. */
  longMonth?: "short";
  /** Its script runs from right to left. */
  rtl?: true;
  /** An SMS in it is sent in letters of two bytes, which make it longer; without this, in the GSM alphabet. */
  smsInUnicode?: true;
}

const english = { thousands: ",", decimal: "." };
const forPayers = { dashboard: false, reviewed: false };

/** The languages of this service. This is the only list: a new one needs its folder in lib/text and its line here. */
export const languages = {
  en: { name: "English", locale: "en-GB", ...english, dashboard: true, handbook: true, reviewed: true },
  fr: {
    name: "Français",
    locale: "fr",
    thousands: "\u00a0",
    decimal: ",",
    dashboard: true,
    handbook: true,
    reviewed: false,
  },
  sw: { name: "Kiswahili", locale: "sw", ...english, dashboard: true, handbook: true, reviewed: false },
  pt: { name: "Português", locale: "pt", thousands: ".", decimal: ",", dashboard: true, reviewed: false },
  ha: { name: "Hausa", locale: "ha", ...english, ...forPayers },
  yo: { name: "Yorùbá", locale: "yo", ...english, ...forPayers },
  am: { name: "አማርኛ", latin: "Amharic", locale: "am", ...english, ...forPayers, smsInUnicode: true },
  // With the signs of the messages of mobile money, which payers in Rwanda read every day.
  rw: { name: "Kinyarwanda", locale: "rw", ...english, ...forPayers, longMonth: "short" },
  ar: {
    name: "العربية",
    latin: "Arabic",
    locale: "ar",
    ...english,
    ...forPayers,
    rtl: true,
    smsInUnicode: true,
  },
} as const satisfies Record<string, Line>;

export type Language = keyof typeof languages;

// Safe: the keys of the list above, which Object.keys forgets.
export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** The languages of the dashboard. */
export const dashboardLanguages = languageCodes.filter((code) => languages[code].dashboard);

/** The languages of the handbook. */
export const handbookLanguages = languageCodes.filter((code) => lineOf(code).handbook);

/** The languages whose texts no native speaker has read. Payers get them all the same; the operator is told. */
export const unreviewedLanguages = languageCodes.filter((code) => !languages[code].reviewed);

/** The first wanted language that we support, best first; null when there is none. */
export function knownLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(languageCodes, wanted);
}

/** The same among the languages of the dashboard. */
export function dashboardLanguage(...wanted: (string | null | undefined)[]): Language | null {
  return firstOf(dashboardLanguages, wanted);
}

/** The same among the languages of the handbook; English where it has none of them. */
export function handbookLanguage(...wanted: (string | null | undefined)[]): Language {
  return firstOf(handbookLanguages, wanted) ?? "en";
}

export function lineOf(language: Language): Line {
  return languages[language];
}

/** The direction of a page's lines. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return lineOf(language).rtl ? "rtl" : "ltr";
}

/** How a long date of this language writes its month. */
export function longMonthOf(language: Language): "long" | "short" {
  return lineOf(language).longMonth ?? "long";
}

/** A country's name in a language: "Uganda", "Ouganda". In English where the language's data name no countries. */
export function countryName(locale: string, country: string): string {
  const name = (wanted: string) => new Intl.DisplayNames([wanted], { type: "region" }).of(country) ?? country;
  const own = name(locale);
  return own === country ? name("en") : own;
}

function firstOf(known: readonly Language[], wanted: (string | null | undefined)[]): Language | null {
  for (const code of wanted) {
    const found = known.find((one) => one === code);
    if (found) return found;
  }
  return null;
}

/** The language codes that a browser asks for (`Accept-Language`), best first; region and script are left out. */
export function acceptedLanguages(header: string): string[] {
  const ranked = header
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", ...options] = part.trim().split(";");
      const weight = options.find((option) => option.trim().startsWith("q="));
      const quality = Number(weight?.trim().slice(2) ?? "1");
      return { code: languageIn(tag.trim()), quality: Number.isFinite(quality) ? quality : 0 };
    });
  return ranked.sort((a, b) => b.quality - a.quality).map((one) => one.code);
}

/** "sw" of "swc" and of "sw-KE", but "haw" of "haw": Hawaiian is not Hausa. Empty where the tag is none. */
function languageIn(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}

/**
 * In French, a non-breaking space joins a word to high punctuation, guillemets and per cent signs. Sentences are
 * written with a plain space, which is visible in an editor; this function replaces it.
 */
export function frenchSpaces(sentence: string): string {
  return sentence.replaceAll(/ (?=[:;?!»%])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
