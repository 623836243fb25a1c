import { cookies, headers } from "next/headers";
import { clientAddress } from "@/lib/domain/address-block";
import { acceptedLanguages } from "../domain/languages";

/** The address this request came from. */
export async function requestIp(): Promise<string> {
  return clientAddress(await headers());
}

/** The languages of a person who is not signed in, best first: `?hl=`, the language cookie, the browser's languages. */
export async function visitorLanguages(): Promise<string[]> {
  const sent = await headers();
  return [
    new URLSearchParams(sent.get("x-search") ?? "").get("hl") ?? "",
    (await cookies()).get("hl")?.value ?? "",
    ...acceptedLanguages(sent.get("accept-language") ?? ""),
  ];
}

/** Stored as the proxy stores `?hl=`: pages for people who are not signed in use this language from now on. */
export async function storeVisitorLanguage(language: string): Promise<void> {
  (await cookies()).set("hl", language, { path: "/", maxAge: 31_536_000, sameSite: "lax" });
}
