import { createHash, createHmac } from "node:crypto";

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
