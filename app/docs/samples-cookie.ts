import { visitingSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listKeys } from "@/lib/services/people/keys/keys";
import { type Language, languages } from "./samples";

export const samplesCookie = "docs_samples";

export function isLanguage(text: string | undefined): text is Language {
  return languages.some(({ id }) => id === text);
}

/** The language in which this browser last read the samples. */
export function samplesLanguage(request: Request): Language {
  const cookies = request.headers.get("cookie") ?? "";
  const chosen = new RegExp(`(?:^|;\\s*)${samplesCookie}=(\\w+)`).exec(cookies)?.[1];
  return isLanguage(chosen) ? chosen : "curl";
}

/** The newest test key of a visitor's store; only its end, because the whole key is stored nowhere. */
export interface OwnKey {
  name: string;
  fingerprint: string;
}

/** Null for a visitor who is not signed in, may not see keys, or has no test key. */
export async function ownTestKey(request: Request): Promise<OwnKey | null> {
  // Most readers have no session: nothing is asked for them.
  if (!request.headers.get("cookie")?.includes("session-")) return null;
  const seller = await visitingSeller();
  if (!seller || !mayRead(seller.role, "developers")) return null;
  const keys = await listKeys(systemWorld(), seller.caller(false));
  return keys.find(({ livemode, expiresAt }) => !livemode && expiresAt === null) ?? null;
}
