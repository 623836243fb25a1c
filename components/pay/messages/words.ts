import type { Language } from "@/lib/domain/languages";
import { type TextKey, type Words as WordsOf, wordsIn } from "@/lib/text/words";

export type PayKey = TextKey<"payer">;
export type Words = WordsOf<PayKey>;

export function wordsOf(language: Language): Words {
  return wordsIn(language, "payer");
}
