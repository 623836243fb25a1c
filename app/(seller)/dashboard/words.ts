import type { Metadata } from "next";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";

/** The dashboard's sentences in the language this person reads. */
export function wordsFor(seller: CurrentSeller): DashboardWords {
  return dashboardWords(dashboardLanguageOf(seller.user.language));
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titled(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: wordsFor(await currentSeller()).loose(key, {}) });
}
