import type { Language } from "@/lib/domain/languages";
import { type Words as WordsOf, wordsIn } from "@/lib/text/words";

export type Words = WordsOf<"payer">;

export function wordsOf(language: Language): Words {
  return wordsIn(language, "payer");
}
