import { systemWorld } from "@/lib/services/desk/system-world";

/** Payers load nothing from elsewhere, so a picture is shown by its path here; one from elsewhere is not shown. */
export function ownPicture(url: string | null): string | null {
  const prefix = `${systemWorld().config.siteUrl}/images/`;
  return url?.startsWith(prefix) ? new URL(url).pathname : null;
}
