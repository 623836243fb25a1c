import { cookies, headers } from "next/headers";
import { clientAddress } from "@/lib/domain/address-block";
import { type Problem, say } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
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

/** Every change must come from a page of this site. Browsers send the origin of a form; a missing one is refused. */
export async function isSameOrigin(): Promise<boolean> {
  const origin = (await headers()).get("origin");
  return origin !== null && origin === new URL(systemWorld().config.siteUrl).origin;
}

/** The problem of a wrong origin; most often the site was opened under another name. */
export function otherOriginProblem(): Problem {
  return say("other_origin", { site: systemWorld().config.siteUrl });
}
