import { Invalid, Refusal, say } from "@/lib/domain/refusal";

const bytesMax = 256 * 1024;
const depthMax = 32;
const keysMax = 1_000;

/**
 * The JSON object of a body. Refuses, in this order, with unsupported_media_type and invalid_json; throws Invalid when
 * it is nested too deep or has too many keys. An empty body is an empty object.
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

/** The raw body. Refuses with payload_too_large; the request is read only once. */
export function bodyOf(request: Request): () => Promise<Uint8Array> {
  let reading: Promise<Uint8Array> | null = null;
  return () => {
    reading ??= readBytes(request);
    return reading;
  };
}

/** Counts the bytes that arrive instead of trusting Content-Length, and stops reading at the limit. */
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
