import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { signatureOf } from "@/inngest/signature";
import { parseOperatorEnv } from "@/lib/env";
import { registerFunctions } from "./register";

const key = "signkey-prod-0123456789abcdef0123456789abcdef";

/** An app that is not ready at first. */
async function app(): Promise<{
  url: string;
  asked: { request: IncomingMessage; body: string }[];
  close(): void;
}> {
  const asked: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ request, body: await text(request) });
    response.statusCode = asked.length < 3 ? 500 : 200;
    response.end('{"message":"Not there yet."}');
  }).listen(0, "127.0.0.1");
  await new Promise((go) => server.once("listening", go));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/inngest`,
    asked,
    close: () => server.close(),
  };
}

test("a start beside a real Inngest server asks the app, signed, until the functions are known there", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const { url, asked, close } = await app();
  await registerFunctions(parseOperatorEnv({ INNGEST_SIGNING_KEY: key }), url, 1);
  expect(asked.map(({ request }) => request.method)).toEqual(["PUT", "PUT", "PUT"]);
  for (const { request, body } of asked) {
    const sent = String(request.headers["x-inngest-signature"]);
    const seconds = Number(new URLSearchParams(sent).get("t"));
    expect(sent).toBe(signatureOf(body, key, seconds * 1000));
  }
  expect(said.mock.calls.flat().join("\n")).toContain("Not there yet.");
  expect(said.mock.calls.flat().join("\n")).toContain("knows our functions");
  close();
});

test("without a signing key nothing is asked, and the operator is told what to set", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const { url, asked, close } = await app();
  await registerFunctions(parseOperatorEnv({ INNGEST_EVENT_KEY: "x" }), url, 1);
  expect(asked).toEqual([]);
  expect(said.mock.calls.flat().join("\n")).toContain("INNGEST_SIGNING_KEY");
  close();
});
