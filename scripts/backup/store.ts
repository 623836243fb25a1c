import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { errorCode, Problem } from "../problem";

/** Where backups are: a folder, or a bucket. A name such as `wal/000000010000000000000001` is there whole or not at all. */
export interface Store {
  /** For people. */
  place: string;
  put(name: string, bytes: Buffer): Promise<void>;
  /** Throws Problem when there is none of that name. */
  get(name: string): Promise<Buffer>;
  /** The names that begin so, sorted. */
  list(prefix: string): Promise<Stored[]>;
  remove(name: string): Promise<void>;
}

export interface Stored {
  name: string;
  bytes: number;
  at: Date;
}

const unfinished = ".partial";

export function folderStore(folder: string): Store {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    place: folder,
    async put(name, bytes) {
      const file = fileOf(name);
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeWhole(`${file}${unfinished}`, bytes);
        renameSync(`${file}${unfinished}`, file);
        syncDirectory(path.dirname(file));
      } catch (error) {
        rmSync(`${file}${unfinished}`, { force: true });
        throw new Problem(`The backup cannot be written to ${folder} (${errorCode(error) ?? error}).`);
      }
    },
    async get(name) {
      try {
        return readFileSync(fileOf(name));
      } catch (error) {
        throw new Problem(`${fileOf(name)} of the backup cannot be read (${errorCode(error) ?? error}).`);
      }
    },
    async list(prefix) {
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => name.split(path.sep).join("/"))
        .filter((name) => name.startsWith(prefix) && !name.endsWith(unfinished))
        .sort()
        .flatMap((name) => {
          const facts = statSync(fileOf(name), { throwIfNoEntry: false });
          return facts?.isFile() ? [{ name, bytes: facts.size, at: facts.mtime }] : [];
        });
    },
    async remove(name) {
      rmSync(fileOf(name), { force: true });
      const parent = path.dirname(fileOf(name));
      if (parent === folder || !existsSync(parent)) return;
      if (readdirSync(parent).every((left) => left.endsWith(unfinished))) rmSync(parent, { recursive: true });
    },
  };
}

function writeWhole(file: string, bytes: Buffer): void {
  const opened = openSync(file, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function syncDirectory(directory: string): void {
  const opened = openSync(directory, "r");
  fsyncSync(opened);
  closeSync(opened);
}

export interface Bucket {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
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

/** Again while the service is busy or the line is down; each try is signed anew, for its own time. */
async function request(
  { endpoint, bucket, ...credentials }: Bucket,
  method: string,
  key: string,
  query: string,
  body?: Buffer,
): Promise<Buffer> {
  const client = new AwsClient({ ...credentials, service: "s3" });
  const url = `${endpoint}/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}${query}`;
  const headers = {
    "x-amz-content-sha256": createHash("sha256")
      .update(body ?? "")
      .digest("hex"),
  };
  const init = {
    method,
    headers,
    redirect: "error" as const,
    ...(body ? { body: new Uint8Array(body) } : {}),
  };
  for (let nth = 1; ; nth += 1) {
    const signal = AbortSignal.timeout(answerMs);
    const why = await attempt(async () => fetch(await client.sign(url, init), { signal }));
    if (Buffer.isBuffer(why)) return why;
    if (why.isFinal || nth === tries)
      throw new Problem(`The bucket ${bucket} at ${endpoint} cannot be used: ${why.text}.`);
    await sleep(firstPauseMs * 2 ** nth);
  }
}

async function attempt(send: () => Promise<Response>): Promise<Buffer | { text: string; isFinal: boolean }> {
  try {
    const answer = await send();
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
