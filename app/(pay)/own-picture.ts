import { systemWorld } from "@/lib/services/desk/system-world";

/** Payers' browsers load nothing from other hosts, so only a picture on this server is shown, by its path. */
export function ownPicture(url: string | null): string | null {
  const prefix = `${systemWorld().config.siteUrl}/images/`;
  return url?.startsWith(prefix) ? new URL(url).pathname : null;
}
