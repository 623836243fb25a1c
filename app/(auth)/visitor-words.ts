import type { Metadata } from "next";
import { headers } from "next/headers";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { visitorLanguages } from "@/lib/auth/request-ip";
import { dashboardLanguage, dashboardLanguages, languages } from "@/lib/domain/languages";

/** The dashboard's sentences for somebody who is not signed in. */
export async function visitorWords(): Promise<DashboardWords> {
  return dashboardWords(dashboardLanguage(...(await visitorLanguages())) ?? "en");
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForVisitor(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await visitorWords()).loose(key, {}) });
}

interface LanguageLink {
  code: DashboardWords["lang"];
  name: string;
  /** Null for the current language. */
  href: string | null;
}

/** The same page in each language, with the other parameters of its address. */
export async function languageLinks(now: DashboardWords["lang"]): Promise<LanguageLink[]> {
  const sent = await headers();
  const query = new URLSearchParams(sent.get("x-search") ?? "");
  return dashboardLanguages.map((code) => {
    query.set("hl", code);
    const href = code === now ? null : `${sent.get("x-pathname") ?? ""}?${query}`;
    return { code, name: languages[code].name, href };
  });
}
