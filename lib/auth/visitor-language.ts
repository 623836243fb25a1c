import { cookies, headers } from "next/headers";
import { acceptedLanguages } from "@/lib/domain/accepted-languages";

/** The languages of people who are not signed in, best first: `?hl=`, the cookie of before, what the browser asks for. */
export async function visitorLanguages(): Promise<string[]> {
  const sent = await headers();
  return [
    new URLSearchParams(sent.get("x-search") ?? "").get("hl") ?? "",
    (await cookies()).get("hl")?.value ?? "",
    ...acceptedLanguages(sent.get("accept-language") ?? ""),
  ];
}

/** Kept as the proxy keeps `?hl=`: pages for people who are not signed in are in this language from here on. */
export async function storeVisitorLanguage(language: string): Promise<void> {
  (await cookies()).set("hl", language, { path: "/", maxAge: 31_536_000, sameSite: "lax" });
}
