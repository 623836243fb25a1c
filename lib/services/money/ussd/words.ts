import type { Language } from "@/lib/domain/languages";
import { isGsm7 } from "@/lib/domain/ussd-screen";
import type { UssdWords } from "@/lib/domain/ussd-screens";
import { wordsIn } from "@/lib/text/words";

/** The words of the reader's language, then English, for a screen that the first cannot say in its length. */
export function ussdWords(language: Language): UssdWords[] {
  const codes: Language[] = language === "en" ? ["en"] : [language, "en"];
  return codes.map((code) => {
    const words = wordsIn(code, "payer");
    return (key, values = {}) => words.loose(key, values);
  });
}

/** Lists are shorter in languages whose letters take two bytes. */
export function linesOf(language: Language): number {
  return isGsm7(wordsIn(language, "payer").loose("ussd_unknown", {})) ? 4 : 2;
}
