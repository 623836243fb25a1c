import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Opened, open, raw } from "@/lib/testing/doors";
import { leanPages } from "./lean-pages";

const first = '<script src="/_next/static/chunks/first-0123.js" async=""></script>';
const kept =
  '<script src="/_next/static/chunks/0cz1.js" noModule="" nonce="n"></script><script>$RC("a")</script>';
const ofReact = [
  '<script src="/_next/static/chunks/4567.js" async="" nonce="n"></script>',
  '<script nonce="n">(self.__next_f=self.__next_f||[]).push([0])</script>',
  String.raw`<script nonce="n">self.__next_f.push([1,"\u003c/script> a price of 5 €"])</script>`,
];
const page = (head: string) => `<html>${head}<main id="content">5 € &lt;</main>${kept}`;

let doors: Opened;
let pieces: (string | Buffer)[] = [];
let type = "text/html; charset=utf-8";
let length: number | null = null;

beforeAll(async () => {
  const handle = leanPages(
    (_, response) => {
      response.setHeader("Content-Type", type);
      if (length !== null) response.setHeader("Content-Length", length);
      response.flushHeaders();
      for (const piece of pieces) response.write(piece);
      response.end();
    },
    { href: "/a.css", rules: [] },
  );
  doors = await open(handle, { fastLane: null });
});
afterAll(() => doors.close());
beforeEach(() => {
  type = "text/html; charset=utf-8";
  length = null;
  pieces = [page(first), ...ofReact, "</html>"];
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`http://127.0.0.1:${doors.port}${path}`, { headers })).text();
const whole = () => Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();

test("a page that needs no React is sent without what only React reads, wherever its bytes were cut", async () => {
  const bytes = Buffer.from(whole());
  for (let at = 0; at < bytes.length; at += 7) {
    pieces = [bytes.subarray(0, at), bytes.subarray(at)];
    expect(await get("/dashboard")).toBe(`${page(first)}</html>`);
  }
  expect(await get("/ops/tasks?a=1", { "accept-encoding": "identity" })).toBe(`${page(first)}</html>`);
});

test("it is whole where React draws it, and where it is no page of ours", async () => {
  expect(await get("/dashboards")).toBe(whole());
  pieces = [page(""), ...ofReact];
  expect(await get("/dashboard")).toBe(whole());
  pieces = [`<html>${first}<h1>Something went wrong</h1>`, ...ofReact];
  expect(await get("/dashboard")).toBe(whole());
});

test("a page that somebody opens brings its own style; one that a script reads has no use for it", async () => {
  pieces = [`${first}<link rel="stylesheet" href="/a.css" nonce="n"/><main id="content">`, ...ofReact];
  const opened = "GET /dashboard HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
  expect((await raw(doors.port, `${opened}\r\n`)).said).toContain('<style nonce="n" data-sheet="/a.css">');
  expect((await raw(doors.port, `${opened}Cookie: sheet=/a.css\r\n\r\n`)).said).not.toContain("<style");
  expect((await raw(doors.port, `${opened}Sec-Fetch-Mode: cors\r\n\r\n`)).said).not.toContain("<style");
});

test("an answer of another kind, or of a stated length, goes out as it is", async () => {
  length = Buffer.byteLength(whole());
  expect(await get("/dashboard", { "accept-encoding": "identity" })).toBe(whole());
  length = null;
  type = "text/csv";
  expect(await get("/dashboard/orders/export")).toBe(whole());
});

test("what Next answers is packed for who can unpack it, and only then", async () => {
  type = "text/csv";
  pieces = ["order,amount\n".repeat(500)];
  const ask = (encoding: string) =>
    fetch(`http://127.0.0.1:${doors.port}/dashboard/orders/export`, {
      headers: { "accept-encoding": encoding },
    });
  const packed = await ask("gzip");
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("vary")).toBe("Accept-Encoding");
  expect(await packed.text()).toBe(whole());
  const plain = await ask("identity");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(whole());
});
