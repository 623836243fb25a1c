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
