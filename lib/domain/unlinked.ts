/**
 * A name or a title that somebody chose, as it stands in mail and texts from the service's own address: what mail programs
 * and phones would turn into a link reads on, but leads nowhere. "https://evil.example/x" becomes "evil. example/x".
 */
export function unlinked(text: string): string {
  return text
    .replace(/[a-z][a-z0-9+.-]*:\/\//giu, "")
    .replace(/([\p{L}\p{N}])[.\u3002\uff0e](?=\p{L}{2})/gu, "$1. ");
}
