import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { badEscapes, badTexts } from "@/lib/testing/api/bad-values";
import { testStore, testWorld } from "@/lib/testing/world";
import { slice } from "@/scripts/lab/testing/slice";

// Every page that payers see and every picture, asked in ways that nobody meant: none of them may call it our fault.
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const root = path.resolve("app");
/** Previews need somebody who is signed in. */
const files = ["(pay)", "sandbox", "images", "docs", ".well-known"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /route\.tsx?$/.test(file) && !file.includes("preview"));

const world = testWorld();
const routes: { file: string; params: string[]; handlers: Partial<Record<"GET" | "POST", Handler>> }[] = [];
/** What leads to a page: forms are then read further. */
let tokens: string[] = [];

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  for (const file of files) {
    const handlers = await import(path.join(root, file));
    routes.push({ file, params: [...file.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name), handlers });
  }
  const shop = await testStore(world);
  const link = NewPaymentLink.parse({ title: "Lessons", amount_type: "custom", amount: 500 });
  const { token } = await createPaymentLink(world, shop.live, link);
  tokens = [token, ...shop.products.map((product) => product.token), shop.store.slug];
});
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

const values = [
  ...badTexts.filter((_, at) => at % 3 === 0),
  "-".repeat(36),
  "__proto__",
  "constructor",
  "toString",
];
/** One part of the requests in each run of `npm test`. */
const slices = 4;
const names = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "act",
  "id",
  "phone",
  "amount",
  "ref",
  "network",
];

async function statusOf(
  method: "GET" | "POST",
  handler: Handler,
  params: Record<string, string>,
  more: RequestInit & { query?: string } = {},
) {
  const { query = "", ...init } = more;
  const headers = { "x-client-ip": `10.0.0.${Math.random()}`, ...(init.headers as Record<string, string>) };
  const request = new Request(`http://localhost:3000/pay/x${query}`, { method, ...init, headers });
  return (await handler(request, { params: Promise.resolve(params) })).status;
}

test("there are routes to ask", () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(tokens).toHaveLength(4);
});

test("no name, however it is written, is a fault of ours", async () => {
  // The server refuses a NUL in a path before it gets here.
  const texts = values.filter((one) => !one.includes("\0"));
  const cases = routes
    .filter(({ params, handlers }) => params.length > 0 && handlers.GET)
    .flatMap((route) => texts.map((value) => ({ ...route, value })));
  const some = slice("bad input: names of pages", cases, slices, (one) => `${one.file} ${one.value}`);
  for (const { file, params, handlers, value } of some) {
    if (!handlers.GET) continue;
    const given = Object.fromEntries(params.map((name) => [name, value]));
    expect([file, value, (await statusOf("GET", handlers.GET, given)) < 500]).toEqual([file, value, true]);
  }
}, 300_000);

test("no query is a fault of ours", async () => {
  const texts = [...values.map(encodeURIComponent), ...badEscapes];
  const cases = routes
    .filter(({ handlers }) => handlers.GET)
    .flatMap((route) => texts.filter((_, at) => at % 2 === 0).map((text) => ({ ...route, text })));
  const some = slice("bad input: queries of pages", cases, slices, (one) => `${one.file} ${one.text}`);
  for (const { file, params, handlers, text } of some) {
    if (!handlers.GET) continue;
    const query = `?ref=${text}&email=${text}&attempt=${text}&done=paid&test=1&hl=${text}&amount=${text}&${text}=1`;
    for (const token of params.length === 0 ? [""] : tokens.slice(0, 2)) {
      const given = Object.fromEntries(params.map((name) => [name, token]));
      const isOurs = (await statusOf("GET", handlers.GET, given, { query })) >= 500;
      expect([file, query, isOurs]).toEqual([file, query, false]);
    }
  }
}, 300_000);

test("no form is a fault of ours: fields with names that every object has, no fields, no form at all", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const others = [form, { "content-type": "multipart/form-data; boundary=x" }, { "content-type": "" }];
  const sent: { name: string; body: string; headers: Record<string, string> }[] = [
    ...values
      .filter((_, at) => at % 4 === 0)
      .map((value) => ({
        name: value,
        body: new URLSearchParams(names.map((name) => [name, value])).toString(),
        headers: form,
      })),
    ...["", "%zz=%ff", "a=1&a=2", "\0", "id=1".repeat(10_000)].flatMap((body) =>
      others.map((headers) => ({ name: `${body} as ${headers["content-type"]}`, body, headers })),
    ),
  ];
  const cases = routes
    .filter(({ handlers }) => handlers.POST)
    .flatMap((route) => tokens.flatMap((token, at) => sent.map((one) => ({ ...route, ...one, token, at }))));
  const some = slice("bad input: forms", cases, slices, ({ file, at, name }) => `${file} ${at} ${name}`);
  for (const { file, params, handlers, token, name, body, headers } of some) {
    if (!handlers.POST) continue;
    const given = Object.fromEntries(params.map((param) => [param, token]));
    const isOurs = (await statusOf("POST", handlers.POST, given, { body, headers })) >= 500;
    expect([file, name.slice(0, 60), isOurs]).toEqual([file, name.slice(0, 60), false]);
  }
}, 300_000);

test("a text that no database stores is refused in each field of an otherwise good form", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const good = { phone: "0772123456", method: "mobile_money", name: "Amina", email: "a@b.co", amount: "500" };
  const paying = routes.filter(({ file }) =>
    /^\(pay\)\/(product|subscribe|pay)\/\[token\]\/route/.test(file),
  );
  expect(paying).toHaveLength(3);
  for (const { file, params, handlers } of paying)
    for (const token of tokens)
      for (const name of [...Object.keys(good), "code", "ref", "network", "id"]) {
        const body = new URLSearchParams({ ...good, id: randomUUID(), [name]: "a\0@b.co" }).toString();
        const given = Object.fromEntries(params.map((param) => [param, token]));
        const status = handlers.POST && (await statusOf("POST", handlers.POST, given, { body, headers }));
        expect([file, name, [404, 422].includes(status ?? 0)]).toEqual([file, name, true]);
      }
});
