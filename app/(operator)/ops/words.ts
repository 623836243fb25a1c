import type { Metadata } from "next";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { currentOperator } from "@/lib/auth/current-seller";
import { countryName } from "@/lib/domain/languages";

/** The texts of this area in the operator's language. */
export function operatorWords(person: { language: string }): DashboardWords {
  return dashboardWords(dashboardLanguageOf(person.language));
}

/** Which operator reads this page, and its sentences in their language. */
export async function operatorWithWords() {
  const person = await currentOperator();
  return { person, words: operatorWords(person) };
}

/** The sentences alone. */
export async function currentOperatorWords(): Promise<DashboardWords> {
  return operatorWords(await currentOperator());
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForOperator(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await currentOperatorWords()).loose(key, {}) });
}

/** The operator's own zone once it is known, else UTC. */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? "UTC";
}

/** A country by its name; whatever is no code stays as it is. */
export function countryWord(code: string, words: DashboardWords): string {
  return /^[A-Z]{2}$/.test(code) ? countryName(words.locale, code) : code;
}
