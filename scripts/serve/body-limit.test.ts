import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitBody } from "./body-limit";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const bytesMax = 100_000;
let kept = 0;

/** Keeps a body whole, a moment after it was called, and answers with its length. */
async function serve(): Promise<number> {
  kept = 0;
  server = createServer(async (request, response) => {
    if (!limitBody(request, response, bytesMax)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => {
      kept += chunk.byteLength;
      chunks.push(chunk);
    });
    request.on("error", () => {});
    request.on("end", () => response.end(String(Buffer.concat(chunks).byteLength)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // Safe: it listens on a TCP port.
  return (server.address() as AddressInfo).port;
}

/** The status and the body of the answer, or what became of the connection. */
async function send(bytes: number, headers: Record<string, string> = {}): Promise<[number, string] | string> {
  const port = await serve();
  return new Promise((resolve) => {
    const request = httpRequest({ port, host: "127.0.0.1", method: "POST", headers });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve([response.statusCode ?? 0, text]);
    });
    for (let sent = 0; sent < bytes; sent += 10_000)
      request.write(Buffer.alloc(Math.min(10_000, bytes - sent)));
    request.end();
  });
}

test("a body within the limit is read whole, with its length told or not", async () => {
  expect(await send(bytesMax)).toEqual([200, String(bytesMax)]);
  expect(await send(bytesMax, { "content-length": String(bytesMax) })).toEqual([200, String(bytesMax)]);
});

test("a body that says it is larger is answered with 413, and nothing of it is kept", async () => {
  expect(await send(1_000, { "content-length": String(bytesMax + 1) })).toEqual([413, ""]);
  expect(kept).toBe(0);
});

test("a body that turns out to be larger is cut off, and hardly more than the limit is kept", async () => {
  expect(["ECONNRESET", "EPIPE"]).toContain(await send(20 * bytesMax));
  expect(kept).toBeLessThan(2 * bytesMax);
});
