import { withoutTurns } from "./text";

/**
 * A name or title for mail and texts from the service's own address, changed so that mail programs and phones do not
 * turn it into a link, and that nothing after it is turned by it. "https://evil.example/x" becomes "evil. example/x".
 */
export function unlinked(text: string): string {
  return withoutTurns(text)
    .replace(/[a-z][a-z0-9+.-]*:\/\//giu, "")
    .replace(/([\p{L}\p{N}])[.\u3002\uff0e](?=\p{L}{2})/gu, "$1. ");
}
