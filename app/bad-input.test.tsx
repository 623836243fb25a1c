import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedByField, openedForField } from "@/lib/domain/opened-for";
import { badTexts, loneSurrogates } from "@/lib/testing/api/bad-values";
import { html, type Jar, signIn } from "@/lib/testing/dashboard";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { slice } from "@/scripts/lab/testing/slice";
import { say } from "@/scripts/steps";

// Every route, page and server action that the tree of files has, called in ways that nobody meant, by somebody who is
// owner and operator, so that no check of who it is stands before what is tried. A new file is tried without a word here.
// What needs a real request (stale and forged actions, bodies that are cut off) is in e2e/bad-actions.spec.ts.

const jar = vi.hoisted(() => new Map<string, { value: string }>());
const afterwards = vi.hoisted((): (() => unknown)[] => []);
vi.mock("next/headers", async (original) => ({
  ...(await original<object>()),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    has: (name: string) => jar.has(name),
    getAll: () => [...jar].map(([name, { value }]) => ({ name, value })),
    set: () => {},
    delete: () => {},
  }),
  headers: async () =>
    new Headers({ origin: "http://localhost:3000", "x-pathname": "/dashboard", "x-client-ip": "10.9.8.7" }),
}));
vi.mock("next/server", async (original) => ({
  ...(await original<object>()),
  after: (work: () => unknown) => void afterwards.push(work),
}));

const world = testWorld();
let shop: TestStore;

/** The parts of each of the three sweeps; one of them with each commit. */
const parts = 8;
const root = path.resolve("app");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
const named = (pattern: RegExp) => files.filter((file) => pattern.test(file));
const sourceOf = (file: string) => readFileSync(path.join(root, file), "utf8");
const routes = named(/(^|\/)route\.tsx?$/);
const pages = named(/(^|\/)page\.tsx$/);
const actions = named(/\.tsx?$/).filter((file) => /^"use server";/.test(sourceOf(file)));
/** Pages of one act, which carry their action. */
const acts = pages.filter((file) => /= actPage\(|\.act\.page\(/.test(sourceOf(file)));

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  await enter();
});
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

/** Signed in anew, at a shop of one's own: what was tried before may have ended the session or the shop. */
async function enter(): Promise<void> {
  shop = await testStore(world);
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  jar.clear();
  await signIn(world, shop, jar as Jar);
}

/** What an answer is: a status below 500, an end that Next knows (it leads away, or nothing is there), or a fault. */
async function faultOf(call: () => unknown): Promise<string | null> {
  try {
    const answer = await call();
    for (const work of afterwards.splice(0)) await work();
    if (!(answer instanceof Response)) return null;
    await answer.arrayBuffer();
    return answer.status < 500 || answer.status === 503 ? null : `status ${answer.status}`;
  } catch (error) {
    if (error instanceof Error && /^NEXT_/.test(String(Object(error).digest))) return null;
    return error instanceof Error
      ? `${error.name}: ${error.message.slice(-120).replaceAll("\n", " ")}`
      : String(error);
  }
}

interface Case {
  file: string;
  name: string;
  call: () => unknown;
}

/** Calls this commit's share of them, one after the other, and says how many there were. */
async function tryAll(sweep: string, cases: Case[], between?: (file: string) => Promise<void>) {
  const faults: string[] = [];
  let last = "";
  const chosen = slice(`bad input: ${sweep}`, cases, parts, ({ file, name }) => `${file} ${name}`);
  for (const { file, name, call } of chosen) {
    if (between && last !== file) await between(file);
    last = file;
    const fault = await faultOf(call);
    if (fault !== null) faults.push(`${file} ${name}: ${fault}`);
  }
  say("Bad input", `${sweep}: ${chosen.length} calls, ${faults.length} faults`);
  expect(faults).toEqual([]);
}

/** An address and a form cannot hold half of a pair; what comes of one on the way is U+FFFD. */
const wellFormed = (text: string) => Buffer.from(text).toString();
const texts = [...badTexts.filter((_, at) => at % 5 === 0), ...loneSurrogates, "a\0b", "__proto__", "1"];
const paramsOf = (file: string) => [...file.matchAll(/\[{1,2}(?:\.{3})?(\w+)\]{1,2}/g)];
/** What Next makes of a folder in brackets: a list where it takes the rest of the path. */
const paramsFor = (file: string, value: string) =>
  Promise.resolve(
    Object.fromEntries(
      paramsOf(file).map(([whole, name]) => [name, whole.includes("...") ? [value] : value]),
    ),
  );
const long = "x".repeat(1024 * 1024);

const jsonBodies = [
  "",
  "null",
  "[]",
  "{",
  '{"a":',
  '"\\ud800"',
  '{"id":"\\u0000","id":["\\ud800"]}',
  `{"a":"${long}"}`,
];
const formBodies = [
  "",
  "%zz=%ff",
  "a=1&a=2&a",
  "\0",
  "id=%00&id=%ED%A0%80",
  "text=*&phoneNumber=%00",
  `a=${long}`,
];
const partBodies = [
  "",
  "--x",
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
  "--x--\r\n",
];
const bodies = [
  ...jsonBodies.map((body) => ({ type: "application/json", body })),
  ...formBodies.map((body) => ({ type: "application/x-www-form-urlencoded", body })),
  ...partBodies.map((body) => ({ type: "multipart/form-data; boundary=x", body })),
  ...["", "text/plain", "multipart/form-data", "application/json; charset=utf-16", "\u00ff/\u00fe"].map(
    (type) => ({ type, body: "{}" }),
  ),
];

async function routeCases(file: string): Promise<Case[]> {
  const handlers: Record<string, unknown> = await import(path.join(root, file));
  return Object.entries(handlers).flatMap(([method, handler]) => {
    if (!/^[A-Z]+$/.test(method) || typeof handler !== "function") return [];
    const call = (value: string, query: string, more: RequestInit = {}) => {
      const headers = {
        "x-client-ip": `10.0.${Math.floor(Math.random() * 250)}.1`,
        origin: "http://localhost:3000",
        ...more.headers,
      };
      const request = new Request(`http://localhost:3000/${file}${query}`, { method, ...more, headers });
      return handler(request, { params: paramsFor(file, value) });
    };
    const asked = texts.map((text) => {
      const escaped = encodeURIComponent(wellFormed(text));
      const query = `?q=${escaped}&page=${escaped}&page=2&from=${escaped}&batch=${escaped}&hl[]=${escaped}`;
      return {
        name: `${method} ${JSON.stringify(text.slice(0, 20))}`,
        call: () => call(wellFormed(text), query),
      };
    });
    const sent = ["GET", "HEAD", "OPTIONS"].includes(method)
      ? []
      : bodies.map(({ type, body }) => ({
          name: `${method} ${type} ${body.slice(0, 40)}`,
          call: () => call("1", "", { body, headers: type === "" ? {} : { "content-type": type } }),
        }));
    return [...asked, ...sent].map((one) => ({ file, ...one }));
  });
}

test("no route calls a bad request our fault", async () => {
  expect(routes.length).toBeGreaterThan(100);
  const cases = (await Promise.all(routes.map(routeCases))).flat();
  await tryAll("routes", cases);
}, 900_000);

test("no page calls a bad address our fault", async () => {
  expect(pages.length).toBeGreaterThan(130);
  const cases = pages.flatMap((file) => {
    const names = [
      ...new Set(
        [...sourceOf(file).matchAll(/(?:search|query|sought|values)\)?\??\.(\w+)/g)].map(
          ([, name = ""]) => name,
        ),
      ),
    ];
    const searched = (value: string | string[]) =>
      Object.fromEntries(
        [...names, "q", "page", "hl", "status", "from", "mode", "id"].map((name) => [name, value]),
      );
    return texts.map((text) => ({
      file,
      name: JSON.stringify(text.slice(0, 20)),
      call: async () => {
        const { default: Page } = await import(path.join(root, file));
        const search = text.length % 2 === 0 ? text : [text, text];
        return html(Page({ params: paramsFor(file, text), searchParams: Promise.resolve(searched(search)) }));
      },
    }));
  });
  await tryAll("pages", cases);
}, 900_000);

/** The fields that an action may read: every name in its file and in the tables of fields beside it. */
function fieldNames(file: string): string[] {
  const folder = path.dirname(file);
  const beside = files.filter(
    (one) =>
      path.dirname(one).startsWith(folder) && /(fields?|customer|discount|link|snippets)\.tsx?$/.test(one),
  );
  const found = [file, ...beside].flatMap((one) => [...sourceOf(one).matchAll(/(\w+):|name: "(\w+)"/g)]);
  return [...new Set(found.map(([, key, name]) => name ?? key ?? ""))];
}

const formValues: (string | File)[] = [
  ...texts.filter((_, at) => at % 2 === 0),
  "a\0b",
  "1",
  "-1",
  "9".repeat(30),
  "[]",
  "{}",
  new File(["\0\ud800"], "a\0.csv"),
  new File([], ""),
];
/** What a caller who writes the request by hand may send in place of a form. */
const noForms = [undefined, null, "x", 1, {}, [], { get: 1 }, new Map(), new Set(["a"]), Promise.resolve(1)];

function forms(names: string[]): { name: string; form: FormData }[] {
  const made = (set: (form: FormData) => void) => {
    const form = new FormData();
    form.set(openedForField, String(shop.store.id));
    form.set(openedByField, String(shop.owner.id));
    set(form);
    return form;
  };
  return [
    { name: "no fields", form: made(() => {}) },
    ...formValues.map((value, at) => ({
      name: `${at} ${value instanceof File ? "file" : JSON.stringify(value.slice(0, 20))}`,
      form: made((form) => {
        for (const name of names) {
          form.set(name, value);
          if (at % 3 === 0) form.append(name, value);
        }
      }),
    })),
  ];
}

async function actionCases(file: string): Promise<Case[]> {
  const all: Record<string, unknown> = await import(path.join(root, file));
  const names = fieldNames(file);
  return Object.entries(all).flatMap(([name, action]) => casesOf(file, name, action, names));
}

async function actCases(file: string): Promise<Case[]> {
  const { act, send } = (await import(path.join(root, file))).default;
  // A form that is read as a whole: its fields stand in its room.
  const room = file.split("/").slice(0, 3).join("/");
  const lines = ["more", "description.0", "quantity.0", "unitPrice.0"];
  const names = act.fields ? Object.keys(act.fields) : [...fieldNames(`${room}/page.tsx`), ...lines];
  return casesOf(file, "send", send, ["id", "seen", "password", "code", ...names]);
}

function casesOf(file: string, name: string, action: unknown, names: string[]): Case[] {
  if (typeof action !== "function") return [];
  const values = [
    ...noForms.map((value, at) => ({ name: `no form ${at}`, form: () => value })),
    ...forms(names).map((one, at) => ({ name: one.name, form: () => forms(names)[at]?.form })),
  ];
  return values.flatMap((one) => [
    { file, name: `${name}(${one.name})`, call: () => action(one.form()) },
    { file, name: `${name}(state, ${one.name})`, call: () => action(freshForm, one.form()) },
    { file, name: `${name}(null, ${one.name})`, call: () => action(null, one.form()) },
  ]);
}

test("no action calls what it is sent our fault, a form or none", async () => {
  expect(actions.length).toBeGreaterThan(29);
  expect(acts.length).toBeGreaterThan(30);
  const cases = (await Promise.all([...actions.map(actionCases), ...acts.map(actCases)])).flat();
  await tryAll("actions", cases, enter);
}, 900_000);
