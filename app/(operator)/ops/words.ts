import type { Metadata } from "next";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { currentOperator } from "@/lib/auth/current-seller";

/** The texts of this area in the operator's language. */
export function operatorWords(person: { language: string }): DashboardWords {
  return dashboardWords(dashboardLanguageOf(person.language));
}

/** The same for an action. */
export async function currentOperatorWords(): Promise<DashboardWords> {
  return operatorWords(await currentOperator());
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForOperator(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await currentOperatorWords()).loose(key, {}) });
}
