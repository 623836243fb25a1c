import { dashboardLanguage, type Language, languages } from "@/lib/domain/languages";
import { readTexts } from "@/lib/text/catalogue";
import { nameIn, type SlotsOf, type TextKey, type Words, wordsIn } from "@/lib/text/words";

const audiences = ["seller", "operator"] as const;
type Audiences = (typeof audiences)[number];

export type DashboardKey = TextKey<Audiences>;
/** A text without values. */
export type PlainKey = {
  [K in DashboardKey]: [SlotsOf<Audiences, K>] extends [never] ? K : never;
}[DashboardKey];

export interface DashboardWords extends Words<Audiences> {
  lang: Language;
  /** How the language writes dates and times. */
  locale: string;
  /** A stored name, as this language says it (nameIn). */
  named: (name: string) => string;
}

export function dashboardWords(lang: Language): DashboardWords {
  return {
    ...wordsIn(lang, ...audiences),
    lang,
    locale: languages[lang].locale,
    named: (name) => nameIn(lang, name),
  };
}

/** The chosen language if the dashboard supports it; else English. */
export function dashboardLanguageOf(chosen: string): Language {
  return dashboardLanguage(chosen) ?? "en";
}

/** A key that was built at run time; null if there is no such text. */
export function knownKey(name: string): DashboardKey | null {
  const isKey = audiences.some((audience) => Object.hasOwn(readTexts(audience, "en"), name));
  // Safe: it has just been found among the keys.
  return isKey ? (name as DashboardKey) : null;
}
