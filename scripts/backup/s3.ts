import { createHash, createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../problem";
import type { Store, Stored } from "./store";

export interface Bucket extends Credentials {
  /** `https://s3.eu-central-1.amazonaws.com`, or that of any server that speaks S3. */
  endpoint: string;
  bucket: string;
  /** Before each name; empty for none. */
  prefix: string;
}

const tries = 4;
const firstPauseMs = 500;
const answerMs = 120_000;

/** A bucket of any service that speaks S3. Addresses are by path, which all of them understand. */
export function bucketStore(bucket: Bucket): Store {
  const prefix = bucket.prefix === "" ? "" : `${bucket.prefix.replace(/^\/+|\/+$/g, "")}/`;
  const place = `${bucket.endpoint}/${bucket.bucket}/${prefix}`;
  const ask = (method: string, name: string, query = "", body?: Buffer) =>
    request(bucket, method, name === "" ? "" : `${prefix}${name}`, query, body);
  return {
    place,
    async put(name, bytes) {
      await ask("PUT", name, "", bytes);
    },
    get: (name) => ask("GET", name),
    async list(under) {
      const found: Stored[] = [];
      for (let token = ""; ; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}${under}` });
        if (token) query.set("continuation-token", token);
        const page = (await ask("GET", "", `?${query}`)).toString("utf8");
        found.push(...contentsOf(page, prefix));
        token = fieldOf(page, "NextContinuationToken");
        if (fieldOf(page, "IsTruncated") !== "true" || token === "") return found;
      }
    },
    async remove(name) {
      await ask("DELETE", name);
    },
  };
}

async function request(
  bucket: Bucket,
  method: string,
  key: string,
  query: string,
  body?: Buffer,
): Promise<Buffer> {
  const path = key.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`${bucket.endpoint}/${bucket.bucket}/${path}${query}`);
  const hash = sha256(body ?? "");
  for (let nth = 1; ; nth += 1) {
    const why = await attempt(
      () => signed(bucket, { method, url, sha256: hash, at: new Date() }),
      method,
      url,
      body,
    );
    if (Buffer.isBuffer(why)) return why;
    if (why.isFinal || nth === tries)
      throw new Problem(`The bucket ${bucket.bucket} at ${bucket.endpoint} cannot be used: ${why.text}.`);
    await sleep(firstPauseMs * 2 ** nth);
  }
}

async function attempt(
  headers: () => Record<string, string>,
  method: string,
  url: URL,
  body?: Buffer,
): Promise<Buffer | { text: string; isFinal: boolean }> {
  try {
    const answer = await fetch(url, {
      method,
      headers: headers(),
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.ok) return bytes;
    const code = fieldOf(bytes.toString("utf8"), "Code");
    return {
      text: `it answered ${answer.status} ${code}`.trim(),
      isFinal: answer.status < 500 && answer.status !== 429,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { text: cause instanceof Error ? cause.message : String(cause), isFinal: false };
  }
}

function contentsOf(page: string, prefix: string): Stored[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, inner = ""]) => ({
    name: fieldOf(inner, "Key").slice(prefix.length),
    bytes: Number(fieldOf(inner, "Size")),
    at: new Date(fieldOf(inner, "LastModified")),
  }));
}

function fieldOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => entities[sign] ?? "");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export interface Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The headers of a request to S3, signed by AWS's Signature Version 4. The URL's path and query must be escaped as they
 * are sent. `headers` are signed too; `sha256` is that of the body, in hex.
 */
export function signed(
  { region, accessKeyId, secretAccessKey }: Credentials,
  request: { method: string; url: URL; headers?: Record<string, string>; sha256: string; at: Date },
): Record<string, string> {
  const time = request.at.toISOString().replace(/[:-]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    host: request.url.host,
    "x-amz-content-sha256": request.sha256,
    "x-amz-date": time,
    ...request.headers,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    queryOf(request.url),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names.join(";"),
    request.sha256,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString("hex");
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function queryOf({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join("&");
}

/** Everything but letters, digits and -._~ */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
