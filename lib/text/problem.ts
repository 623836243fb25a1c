import { countryName, knownLanguage, type Language, languages } from "@/lib/domain/languages";
import { formatMoney, isMoney } from "@/lib/domain/money";
import { type Problem, type Problems, type ProblemValue, type RefusalCode, say } from "@/lib/domain/refusal";
import { catalogueOf } from "./catalogue";
import { wordsIn } from "./words";

/** A problem in the reader's language. */
export function problemText(language: string, { code, values }: Problem): string {
  const texts = Object.entries(values).map(([slot, value]) => [slot, valueText(known(language), value)]);
  return wordsIn(known(language), "problem").loose(code, Object.fromEntries(texts));
}

/** The same of a whole form, by field. */
export function problemTexts(language: string, problems: Readonly<Problems>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, found]) => [field, found.map((one) => problemText(language, one))]),
  );
}

/** A problem stored by its code. Older rows contain a text instead, which is shown unchanged. */
export function storedProblemText(
  language: string,
  code: string,
  values: Record<string, string> = {},
): string {
  const words = catalogueOf(known(language), "problem");
  return words.has(code) ? String(words.text(code).fill(values)) : code;
}

export function refusalText(language: string, code: RefusalCode): string {
  return problemText(language, say(`refusal.${code}`));
}

function valueText(language: Language, value: ProblemValue): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  if (isMoney(value)) return formatMoney(value, language);
  if ("code" in value) return problemText(language, value);
  const { locale } = languages[language];
  if ("country" in value) return countryName(locale, value.country);
  const names = value.map((one) => (isMoney(one) ? formatMoney(one, language) : one));
  return new Intl.ListFormat(locale).format(names);
}

/** A language that we do not support is replaced by English. */
function known(language: string) {
  return knownLanguage(language) ?? "en";
}
