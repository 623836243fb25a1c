import { dashboardLanguage } from "@/lib/domain/languages";
import { faultTexts } from "@/lib/text/generated/fault";

/** What the error page says, in the dashboard's language that the `hl` cookie among these keeps; else in English. */
export function errorWords(cookies: string) {
  const chosen = /(?:^|;\s*)hl=(\w+)(?:;|$)/.exec(cookies)?.[1];
  const lang = dashboardLanguage(chosen) ?? "en";
  const texts: Record<string, typeof faultTexts.en> = faultTexts;
  return { lang, ...(texts[lang] ?? faultTexts.en) };
}
