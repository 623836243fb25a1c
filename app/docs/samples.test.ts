import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { testDraft } from "@/lib/testing/invoices";
import { paidOrder } from "@/lib/testing/order";
import { paymentLink } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { testWorld } from "@/lib/testing/world";
import { apiFacts, type Operation } from "./api-facts";
import { type Language, sampleOf } from "./samples";

const run = promisify(execFile);
const world = testWorld();
const answer = createRouter(routes, apiRoot);
let shop: Shop;
let server: Server;
let baseUrl: string;
/** What the requests of the sample that runs were answered. */
let statuses: number[] = [];

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await newShop(world);
  server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece);
    const method = request.method ?? "GET";
    const sent = new Request(`http://internal:3000${request.url}`, {
      method,
      headers: request.headers as Record<string, string>,
      ...(method === "GET" ? {} : { body: Buffer.concat(body) }),
    });
    const answered = await answer(sent, world);
    statuses.push(answered.status);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${apiRoot}`;
});
afterAll(() => {
  server.close();
  Object.assign(globalThis, { senteWorld: undefined });
});

/** What every store that has been at work for a while has. */
async function seed(): Promise<void> {
  await world.pool.query("DELETE FROM rate_limits");
  const ref = `user_${randomUUID()}`;
  await paidSubscription(world, shop, { livemode: false, ref, email: "amina@example.com" });
  await paidOrder(world, shop, { email: `${ref}@example.com` });
  await paymentLink(world, shop);
  await testDraft(world, shop.live, { customer_email: "amina@example.com" });
}

const commands: Record<Exclude<Language, "php">, (code: string) => [string, string[]]> = {
  curl: (code) => ["sh", ["-c", code]],
  node: (code) => [process.execPath, ["--input-type=module", "-e", code]],
  python: (code) => ["python3", ["-c", code]],
};

async function hasPython(): Promise<boolean> {
  return run("python3", ["-c", "import requests"]).then(
    () => true,
    () => false,
  );
}

async function runSample(language: keyof typeof commands, operation: Operation): Promise<void> {
  await seed();
  statuses = [];
  const [program, words] = commands[language](sampleOf(language, operation, baseUrl));
  const env = { ...process.env, SENTE_KEY: shop.testKey, SENTE_LIVE_KEY: shop.liveKey };
  await run(program, words, { env, timeout: 30_000 });
}

describe.each(["curl", "node", "python"] as const)("the samples in %s run as they stand", (language) => {
  test("each with the key it asks for, and every answer is a success", {
    timeout: 300_000,
  }, async (context) => {
    if (language === "python" && !(await hasPython())) return context.skip();
    const failed: string[] = [];
    for (const operation of apiFacts().operations.filter(
      (o) => o.path.startsWith("/test/sub") || o.path === "/customers/{id}",
    )) {
      await runSample(language, operation);
      const isGood = statuses.length > 0 && statuses.every((status) => status >= 200 && status < 300);
      if (!isGood) failed.push(`${operation.method} ${operation.path}: ${statuses.join(", ")}`);
    }
    expect(failed).toEqual([]);
  });
});
