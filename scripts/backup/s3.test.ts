import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { bucketStore } from "./store";

let server: Server | undefined;
afterEach(() => server?.close());

const key = { region: "eu-test-1", accessKeyId: "AKIDTEST", secretAccessKey: "a secret" };

/** Checks a signature from what came over the wire, by its own reading of the rules. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const told =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/(.+?)\/s3\/aws4_request, SignedHeaders=(.+?), Signature=(\w{64})$/.exec(
      request.headers.authorization ?? "",
    );
  const [, id, day = "", region = "", names = "", signature] = told ?? [];
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const sorted = query.replaceAll("+", "%20").split("&").filter(Boolean).sort().join("&");
  const headers = names.split(";").map((name) => `${name}:${request.headers[name]}\n`);
  const hash = createHash("sha256").update(body).digest("hex");
  const canonical = `${request.method}\n${path}\n${sorted}\n${headers.join("")}\n${names}\n${hash}`;
  const text = `AWS4-HMAC-SHA256\n${request.headers["x-amz-date"]}\n${day}/${region}/s3/aws4_request\n${createHash("sha256").update(canonical).digest("hex")}`;
  let derived: Buffer | string = `AWS4${key.secretAccessKey}`;
  for (const step of [day, region, "s3", "aws4_request", text])
    derived = createHmac("sha256", derived).update(step).digest();
  const isWhole = names.includes("host") && request.headers["x-amz-content-sha256"] === hash;
  return isWhole && id === key.accessKeyId && Buffer.from(derived).toString("hex") === signature;
}

/** A server that speaks as much of S3 as a backup needs, lists two names a page, and fails each first request. */
async function startS3() {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const isTried = new Set<string>();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const what = `${request.method} ${request.url}`;
      if (!isSigned(request, body)) {
        refused.push(what);
        return response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      }
      if (!isTried.has(what)) {
        isTried.add(what);
        return response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      }
      const url = new URL(request.url ?? "", "http://x");
      const name = decodeURIComponent(url.pathname.replace(/^\/bucket\//, ""));
      if (request.method === "PUT") objects.set(name, body);
      else if (request.method === "DELETE") objects.delete(name);
      else if (url.searchParams.has("list-type")) return response.end(page(url.searchParams));
      else if (!objects.has(name))
        return response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
      else return response.end(objects.get(name));
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  // Safe: it listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, objects, refused };

  function page(query: URLSearchParams): string {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()]
      .sort()
      .filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after);
    const shown = names
      .slice(0, 2)
      .map(
        (name) =>
          `<Contents><Key>${name.replaceAll("&", "&amp;")}</Key><LastModified>2026-11-23T04:00:00.000Z</LastModified><Size>${objects.get(name)?.length}</Size></Contents>`,
      );
    const more = names.length > 2 ? `<NextContinuationToken>${names[1]}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${names.length > 2}</IsTruncated>${shown.join("")}${more}</ListBucketResult>`;
  }
}

test("a bucket takes, lists, gives and deletes, with signatures that the server checks, also after failures", async () => {
  const s3 = await startS3();
  const store = bucketStore({
    ...key,
    endpoint: s3.endpoint,
    bucket: "bucket",
    prefix: "/my backups & more/",
  });
  const names = ["base/a/base.00000", "base/a/info.json", "wal/1", "wal/2", "wal/3"];
  for (const name of names) await store.put(name, Buffer.from(`of ${name}`));
  expect([...s3.objects.keys()]).toContain("my backups & more/wal/1");
  expect((await store.list("")).map(({ name }) => name)).toEqual(names);
  expect(await store.list("wal/")).toEqual(
    names.slice(2).map((name) => ({ name, bytes: 8, at: new Date("2026-11-23T04:00:00Z") })),
  );
  expect((await store.get("wal/2")).toString()).toBe("of wal/2");
  await store.remove("wal/2");
  expect((await store.list("wal/")).map(({ name }) => name)).toEqual(["wal/1", "wal/3"]);
  await expect(store.get("wal/2")).rejects.toThrow(/cannot be used: it answered 404 NoSuchKey\.$/);
  expect(s3.refused).toEqual([]);
}, 60_000);

test("a wrong secret is refused at once", async () => {
  const s3 = await startS3();
  const store = bucketStore({
    ...key,
    secretAccessKey: "wrong",
    endpoint: s3.endpoint,
    bucket: "bucket",
    prefix: "",
  });
  await expect(store.put("wal/1", Buffer.from("x"))).rejects.toThrow(/answered 403 SignatureDoesNotMatch/);
  expect([s3.refused.length, s3.objects.size]).toEqual([1, 0]);
});
