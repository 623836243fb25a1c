import { type Problems, say } from "@/lib/domain/refusal";

export interface ReadQuery {
  /** The known parameters with a value, as text. An empty value counts as not sent. */
  given: Record<string, string>;
  errors: Problems;
}

/**
 * Parses the query of a request: each known field once and as text. `?ref[]=x` and `?ref=a&ref=b` are errors, since a
 * guess which value was meant could let the wrong user in. Unknown parameters are ignored.
 */
export function readQuery(url: string, fields: readonly string[]): ReadQuery {
  const given = new Map<string, string>();
  const errors: Problems = {};
  const seen = new Set<string>();
  for (const pair of searchOf(url).split("&")) {
    const split = pair.indexOf("=");
    const name = decode(split < 0 ? pair : pair.slice(0, split));
    const field = fields.find((known) => name === known || name?.startsWith(`${known}[`));
    if (name === null || field === undefined) continue;
    const value = decode(split < 0 ? "" : pair.slice(split + 1));
    if (name !== field || seen.has(field)) errors[field] = [say("send_once")];
    else if (value === null) errors[field] = [say("not_utf8")];
    else if (value !== "") given.set(field, value);
    seen.add(field);
  }
  return { given: Object.fromEntries(given), errors };
}

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : (url.slice(start + 1).split("#")[0] ?? "");
}

/** Null when the bytes are not UTF-8: the usual silent replacement could make two refs equal. */
function decode(text: string): string | null {
  const bytes = encoder.encode(text.replaceAll("+", " "));
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === percent ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : "";
    const escaped = /^[0-9a-f]{2}$/i.test(hex);
    bytes[size] = escaped ? Number.parseInt(hex, 16) : (bytes[at] ?? 0);
    size += 1;
    if (escaped) at += 2;
  }
  try {
    return utf8.decode(bytes.subarray(0, size));
  } catch {
    return null;
  }
}

const percent = 0x25;
const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
