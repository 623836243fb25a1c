import { clientNetwork } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { textProblem, withoutTurns } from "@/lib/domain/text";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { closed, type PayRequest } from "./respond";

const formMaxBytes = 16 * 1024;

/**
 * The fields of a posted form. Null when it is too large, not a form, names a field twice, is not UTF-8, because a
 * silent replacement could make two refs equal, or has what no database stores.
 */
export async function readForm(request: Request): Promise<Map<string, string> | null> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) return null;
  const text = await readText(request);
  if (text === null) return null;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    // Browsers send each line break of a text area as CR LF.
    const clean = withoutTurns(value.replaceAll("\r\n", "\n"));
    if (fields.has(name) || textProblem(clean)) return null;
    fields.set(name, clean);
  }
  return fields;
}

async function readText(request: Request): Promise<string | null> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > formMaxBytes) return null;
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return text;
  } catch {
    return null;
  }
}

/** The limits of posts to payers' pages, all of them in a minute. */
type PageLimit =
  | "pay"
  | "check"
  | "code"
  | "contact"
  | "trial"
  | "manage"
  | "receipt"
  | "undo"
  | "quote"
  | "test";

/**
 * Counts a post. If there were too many, returns the page that says how long to wait. `id` is the id of the page's row,
 * never its address, which can be spelled in many ways; unknown pages are not counted.
 */
export async function tooMany(
  pay: PayRequest,
  what: PageLimit,
  id: string | number | null,
): Promise<Response | null> {
  const subject = `page:${what}:${clientNetwork(pay.request.headers)}${id === null ? "" : `:${id}`}`;
  const rate = await countRequest(systemWorld(), subject, limits[what].max);
  if (rate.allowed) return null;
  const minutes = Math.ceil(rate.resetSeconds / 60);
  return closed(pay, null, { kind: "too_many", minutes, backUrl: pay.url.pathname }, 429);
}
