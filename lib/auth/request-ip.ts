import { headers } from "next/headers";
import { env } from "@/lib/env";

/** The address this request came from, as far as our own proxies vouch for it. */
export async function requestIp(): Promise<string> {
  return ipOf((await headers()).get("x-forwarded-for") ?? "");
}

/** Each proxy appends who spoke to it, so only as many entries as we have proxies, from the end, are to be believed. */
export function ipOf(forwardedFor: string): string {
  const entries = forwardedFor.split(",").map((entry) => entry.trim());
  return entries.at(-Math.max(1, env().TRUSTED_PROXY_HOPS))?.slice(0, 64) || "unknown";
}
