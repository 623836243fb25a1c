import type { z } from "zod";
import { Invalid, type Problems, Refusal, say } from "@/lib/domain/refusal";
import { serializePage } from "@/lib/resources/envelope";
import type { World } from "@/lib/services/core/world";
import * as issues from "../domain/refusal";

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
    const name = decodePart(split < 0 ? pair : pair.slice(0, split));
    const field = fields.find((known) => name === known || name?.startsWith(`${known}[`));
    if (name === null || field === undefined) continue;
    const value = decodePart(split < 0 ? "" : pair.slice(split + 1));
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
function decodePart(text: string): string | null {
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

const bodyMax = 256 * 1024;
const depthMax = 32;
const keysMax = 1_000;

/**
 * The JSON object of a body. Refuses, in this order, with unsupported_media_type and invalid_json; throws Invalid when
 * it is nested too deep or has too many keys. An empty body is an empty object.
 */
export function parseBody(bytes: Uint8Array, contentType: string | null): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!isJson(contentType)) throw new Refusal("unsupported_media_type");
  const text = decodeText(bytes);
  const value = parse(text);
  const { depth, keys } = measure(text);
  if (depth > depthMax) throw new Invalid({ body: [say("nested_too_deep", { max: String(depthMax) })] });
  if (keys > keysMax) throw new Invalid({ body: [say("too_many_keys", { max: String(keysMax) })] });
  if (!isObject(value)) throw new Refusal("invalid_json");
  return value;
}

/** The raw body. Refuses with payload_too_large; the request is read only once. */
export function bodyOf(request: Request): () => Promise<Uint8Array> {
  let reading: Promise<Uint8Array> | null = null;
  const read = async () => {
    const bytes = await readBytes(request, bodyMax).catch(brokenOff);
    if (!bytes) throw new Refusal("payload_too_large");
    return bytes;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

function brokenOff(): never {
  throw new Refusal("invalid_json");
}

function isJson(contentType: string | null): boolean {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith("charset="));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) return false;
  return /^application\/(?:[\w.-]+\+)?json$/.test(type.trim());
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_json");
  }
}

/**
 * V8 parses without recursion, so depth alone cannot overflow the stack. If that changes, the error is a refusal here.
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid_json");
  }
}

/** Measures the text, not the value: it does not recurse, and a key that was sent twice counts twice. */
function measure(text: string): { depth: number; keys: number } {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === "\\") at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === ":") keys += 1;
  }
  return { depth: deepest, keys };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The answer of a list: its items in the envelope, with links that keep the filters of this call. */
export function pageOf<Item>(
  call: {
    world: World;
    path: string;
    given: Readonly<Record<string, string>>;
    query: { page: number; per_page: number };
  },
  items: Item[],
  total: number,
) {
  return serializePage({
    items,
    total,
    page: call.query.page,
    perPage: call.query.per_page,
    path: call.path,
    filters: call.given,
  });
}

/** Problems by field, with the caller's own field names: `items.0.quantity` (spec, Validation error shape). */
export function problemsOf(error: z.ZodError): Problems {
  return issues.problemsOf(error, (path) => (path.length === 0 ? "body" : path.map(String).join(".")));
}

/**
 * The raw bytes of a body, which signatures cover; null when there are more than `bytesMax`. Counts the bytes that
 * arrive instead of trusting Content-Length, and stops reading at the limit.
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length")) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
