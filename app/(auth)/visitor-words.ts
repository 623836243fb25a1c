import type { Metadata } from "next";
import { headers } from "next/headers";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardLanguages,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { visitorLanguages } from "@/lib/auth/visitor-language";

/** The dashboard's sentences for somebody who is not signed in. */
export async function visitorWords(): Promise<DashboardWords> {
  const spoken = (await visitorLanguages()).find((code) => Object.hasOwn(dashboardLanguages, code));
  return dashboardWords(dashboardLanguageOf(spoken ?? "en"));
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForVisitor(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await visitorWords()).loose(key, {}) });
}

interface LanguageLink {
  code: DashboardWords["lang"];
  name: string;
  /** Null for the language that is read now. */
  href: string | null;
}

/** The same page in each language, with everything else that its address says. */
export async function languageLinks(now: DashboardWords["lang"]): Promise<LanguageLink[]> {
  const sent = await headers();
  const query = new URLSearchParams(sent.get("x-search") ?? "");
  const codes: DashboardWords["lang"][] = ["en", "fr"];
  return codes.map((code) => {
    query.set("hl", code);
    const href = code === now ? null : `${sent.get("x-pathname") ?? ""}?${query}`;
    return { code, name: dashboardLanguages[code], href };
  });
}
