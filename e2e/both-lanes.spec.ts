import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { serveThroughNext } from "@/scripts/lab/bench/world";
import { makeKey, storeOf } from "./backstage";
import { type Demo, expect, test } from "./fixtures";
import type { Mode } from "./seller";

// The API is answered straight from Node's server; a plain Next host answers it through Next. Nobody may tell them apart.

interface Case {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Says when it was answered, to whom, or how the connection goes on: never the same twice. */
const ownOfEach = [
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "request-id",
  "x-request-id",
];
/** Counts down with each request of a key, whichever way it came. */
const counted = [
  "ratelimit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];
const json = { "content-type": "application/json" };

let next: { url: string; stop(): Promise<void> };
test.beforeAll(async () => {
  next = await serveThroughNext(path.dirname(process.env.E2E_DEMO_FILE ?? ""));
});
test.afterAll(() => next.stop());

test("both ways to the API answer every endpoint's cases alike, byte for byte", async ({ demo }) => {
  test.setTimeout(300_000);
  const keys = await keysOf(demo);
  const cases = [...(await readings(demo, keys)), ...refusals(keys), ...writings(keys)];
  expect(cases.length).toBeGreaterThan(200);
  const differences: string[] = [];
  for (const [turn, one] of cases.entries()) {
    const address = addressOf(turn);
    const [fast, slow] = [await answer(demo.site_url, one, address), await answer(next.url, one, address)];
    expect(fast, "no case waits for its turn").not.toMatch(/^429/);
    if (fast !== slow)
      differences.push(
        `${one.method} ${one.path} ${one.body ?? ""}\n--- fast\n${fast}\n--- through Next\n${slow}`,
      );
  }
  expect(differences.slice(0, 3)).toEqual([]);
});

async function answer(site: string, one: Case, address: string): Promise<string> {
  const response = await ask(site, one, address);
  const kept = Object.entries(response.headers).filter(
    ([name]) => !ownOfEach.includes(name) && !counted.includes(name),
  );
  const named = kept
    .filter(([name]) => name !== "idempotent-replayed")
    .map(([name, value]) => `${name}: ${name === "vary" ? withoutNext(String(value)) : value}`)
    .filter((line) => line !== "vary: ");
  const said = (await text(response)).replace(/"request_id":"[^"]*"/g, '"request_id":"…"');
  return [response.statusCode, ...named.map((line) => line.replaceAll(site, "(site)")).sort(), said].join(
    "\n",
  );
}

function ask(site: string, { method, path, headers, body }: Case, localAddress: string) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    // How an answer is packed is between a host and its client; what is in it is not.
    const plain = { "accept-encoding": "identity", ...headers };
    const options = { method, headers: plain, family: 4, localAddress };
    request(new URL(`${site}${path}`), options, resolve)
      .on("error", reject)
      .end(body);
  });
}

/** One address may try 60 wrong keys a minute; this machine has many, and those of other stories are left alone. */
function addressOf(turn: number): string {
  return `127.0.77.${1 + Math.floor(turn / 50)}`;
}

/** Next names headers of its own pages on every answer. */
function withoutNext(vary: string): string {
  const own = /^(rsc|next-.*|accept-encoding)$/i;
  const names = vary.split(", ").filter((name) => !own.test(name));
  return names.join(", ");
}

/** Each gives the next key: one alone may ask 120 times a minute, by both ways together. */
interface Keys {
  live: () => string;
  test: () => string;
}

async function keysOf(demo: Demo): Promise<Keys> {
  const store = await storeOf(demo.owner.email);
  const some = async (mode: Mode) => {
    const keys: string[] = [];
    while (keys.length < 4) keys.push(await makeKey(store, mode, `Lane ${keys.length}`));
    let turn = 0;
    return () => keys[turn++ % keys.length] ?? "";
  };
  return { live: await some("live"), test: await some("test") };
}

const as = (key: string) => ({ authorization: `Bearer ${key}` });

/** Every list and every object that there is, by live and by test key. */
async function readings(demo: Demo, keys: Keys): Promise<Case[]> {
  const cases: Case[] = [];
  for (const key of [keys.live, keys.test]) {
    const get = (path: string): Case => ({ method: "GET", path: `/api/v1${path}`, headers: as(key()) });
    cases.push(
      get("/store"),
      get("/access?ref=user_1"),
      get("/access?ref=nobody%20here"),
      get("/openapi.json"),
    );
    for (const odd of [
      "?page=0",
      "?per_page=x",
      "?page[]=1",
      "?search=%00",
      "/0",
      "/999999999999999999999",
      "/",
      "/%E0%A4%A",
      "/a%2Fb",
      "//1",
    ])
      cases.push(get(`/products${odd}`));
    for (const list of ["subscriptions", "orders", "products", "customers", "payment-links", "invoices"]) {
      cases.push(get(`/${list}`), get(`/${list}?per_page=1&page=2`));
      const response = await fetch(`${demo.site_url}/api/v1/${list}`, { headers: as(key()) });
      // Lists of live things are refused to a test key, and have no data then.
      const { data = [] } = (await response.json()) as { data?: { id: string | number }[] };
      for (const { id } of data.slice(0, 3)) cases.push(get(`/${list}/${id}`));
    }
  }
  return cases;
}

/** No key, a wrong key, a wrong verb, unknown paths, and the verbs that servers answer by themselves. */
function refusals(keys: Keys): Case[] {
  const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as { paths: Record<string, object> };
  const known = Object.keys(document.paths).flatMap((pattern) => {
    const path = `/api/v1${pattern.replace(/\{[^}]*\}/g, "1")}`;
    return ["GET", "PUT", "HEAD", "OPTIONS"].flatMap((method) => [
      { method, path },
      { method, path, headers: { authorization: "Bearer sk_live_sn_nonsense" } },
      ...(method === "PUT" ? [{ method, path, headers: as(keys.test()) }] : []),
    ]);
  });
  const unknown = [
    "/api/v1/nothing",
    "/api/v1/store/extra",
    "/api/v1/",
    "/api/v1",
    "/api/v1/STORE",
    "/api/v1/store?a=1#b",
  ];
  return [...known, ...unknown.map((path) => ({ method: "GET", path, headers: as(keys.test()) }))];
}

/** Bodies of every kind. What is made is made once: the second way gets the answer of the first by its key. */
function writings(keys: Keys): Case[] {
  const made: [string, object][] = [
    ["/customers", { name: "Ada Nakato", email: "ada@example.com" }],
    ["/payment-links", { title: "Workshop", amount: "5000" }],
    [
      "/invoices",
      {
        customer_email: "ada@example.com",
        items: [{ description: "Work", quantity: 1, unit_price: "1000" }],
      },
    ],
    ["/test/subscriptions", { ref: `lanes_${randomUUID()}` }],
  ];
  return made.flatMap(([path, body]) => {
    const post = (text: string, headers: Record<string, string> = json): Case => ({
      method: "POST",
      path: `/api/v1${path}`,
      headers: {
        ...as(path.startsWith("/test") ? keys.test() : keys.live()),
        "idempotency-key": randomUUID(),
        ...headers,
      },
      body: text,
    });
    return [
      post(JSON.stringify(body)),
      post("{}"),
      post("[]"),
      post("{"),
      post(""),
      post('"\\ud800"'),
      post(JSON.stringify({ ...body, unheard_of: 1 })),
      post("[".repeat(100_000)),
      post(JSON.stringify(body), { "content-type": "text/plain" }),
      post(JSON.stringify(body), { ...json, "idempotency-key": "" }),
    ];
  });
}
