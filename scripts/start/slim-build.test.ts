import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { slimBuild } from "./build";

let server: string;

beforeEach(() => {
  server = mkdtempSync(path.join(tmpdir(), "slim-"));
  mkdirSync(path.join(server, "chunks/ssr"), { recursive: true });
});
afterEach(() => rmSync(server, { recursive: true }));

const code = `module.exports = [1, function () { return ${JSON.stringify("x".repeat(500))}; }];`;

function chunk(name: string, text: string): string {
  const file = path.join(server, "chunks", name);
  writeFileSync(file, `${text}\n\n//# sourceMappingURL=${path.basename(name)}.map`);
  const part = { version: 3, sources: ["a.ts"], mappings: "AAAA", sourcesContent: ["text of a.ts"] };
  const sections = [{ offset: { line: 0, column: 0 }, map: part }];
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sections }));
  return file;
}

const loaded = createRequire(import.meta.url);

test("a chunk that was written twice is there once, and loads from the other's name", () => {
  const [first, second] = [chunk("a.js", code), chunk("b.js", code)];
  const other = chunk("c.js", code.replace("1", "2"));
  expect(slimBuild(server)).toBe(1);
  expect(loaded(second)).toBe(loaded(first));
  expect(loaded(other)[0]).toBe(2);
  expect(existsSync(`${second}.map`)).toBe(false);
});

test("the two runtimes of a build share nothing", () => {
  const files = [chunk("a.js", code), chunk("ssr/a.js", code)];
  expect(slimBuild(server)).toBe(0);
  for (const file of files) expect(readFileSync(file, "utf8")).toContain(code);
});

test("a source map keeps the lines and loses the sources' text", () => {
  const file = chunk("a.js", code);
  slimBuild(server);
  expect(JSON.parse(readFileSync(`${file}.map`, "utf8"))).toEqual({
    version: 3,
    sections: [{ offset: { line: 0, column: 0 }, map: { version: 3, sources: ["a.ts"], mappings: "AAAA" } }],
  });
});
