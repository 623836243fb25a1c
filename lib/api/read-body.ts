import { say } from "@/lib/domain/problem";
import { Invalid, Refusal } from "@/lib/domain/refusal";

const bytesMax = 256 * 1024;
const depthMax = 32;
const keysMax = 1_000;

/**
 * The JSON object of a body. Refuses, in this order, with unsupported_media_type and invalid_json; throws Invalid when
 * it is nested too deep or has too many keys. No body at all is an empty object.
 */
export function parseBody(bytes: Uint8Array, contentType: string | null): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!isJson(contentType)) throw new Refusal("unsupported_media_type");
  const text = decode(bytes);
  const value = parse(text);
  const { depth, keys } = measure(text);
  if (depth > depthMax) throw new Invalid({ body: [say("nested_too_deep", { max: String(depthMax) })] });
  if (keys > keysMax) throw new Invalid({ body: [say("too_many_keys", { max: String(keysMax) })] });
  if (!isObject(value)) throw new Refusal("invalid_json");
  return value;
}

/** The body as it came. Refuses with payload_too_large; reads nothing twice. */
export function bodyOf(request: Request): () => Promise<Uint8Array> {
  let reading: Promise<Uint8Array> | null = null;
  return () => {
    reading ??= readBytes(request);
    return reading;
  };
}

/** Counts what arrives instead of believing Content-Length, and stops reading at the limit. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw new Refusal("payload_too_large");
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(parts, size);
    size += value.byteLength;
    if (size > bytesMax) {
      reader.cancel().catch(() => {});
      throw new Refusal("payload_too_large");
    }
    parts.push(value);
  }
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_json");
  }
}

/** V8 parses without recursion, so depth alone cannot overflow the stack; were that to change, it is refused here. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid_json");
  }
}

/** Over the text rather than the value: nothing here recurses, and keys that were sent twice count twice. */
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
