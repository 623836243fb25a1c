import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { closeWhenUnread } from "./answer-headers";

let server: Server | undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Answers a POST in the middle of its body, as the app does when it is too large, and a GET at once. */
async function serve(): Promise<number> {
  server = createServer(async (request, response) => {
    closeWhenUnread(request, response);
    if (request.method === "POST") {
      const reader = Readable.toWeb(request).getReader();
      await reader.read();
      await reader.cancel();
      response.statusCode = 413;
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function send(
  port: number,
  method: string,
  body = "",
): Promise<[number | undefined, string | undefined]> {
  const request = httpRequest({ port, host: "127.0.0.1", method, agent, timeout: 3_000 });
  request.on("timeout", () => request.destroy(new Error("No answer came.")));
  if (body) request.write(body);
  request.end();
  const [response] = await once(request, "response");
  response.resume();
  await once(response, "end");
  return [response.statusCode, response.headers.connection];
}

test("the request after one that was answered in the middle of its body is answered too", async () => {
  const port = await serve();
  expect(await send(port, "POST", "a".repeat(1 << 20))).toEqual([413, "close"]);
  expect(await send(port, "GET")).toEqual([200, "keep-alive"]);
});
