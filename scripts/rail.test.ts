import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// docs/how-to/rail.md, walked in a copy: MTN's rail under another name, made of the files that the page names and no other.

const root = process.cwd();
const parts = [
  "domain",
  "providers",
  "testing/rails",
  "testing/listen.ts",
  "testing/phone-sim.ts",
  "text",
  "env-rails.ts",
].map((part) => `lib/${part}`);
const port = "lib/providers/rails/port.ts";
const kinds = "lib/providers/rails/kinds.ts";
const harnesses = "lib/testing/rails/harnesses.ts";
const kind = "lib/providers/rails/dummy/dummy.ts";
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "sente-rail-"));
  for (const part of [...parts, "e2e/emulators", "docs/rails"])
    cpSync(part, path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8"));
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["lib/providers/rails", harnesses] }));
  write("vitest.config.mts", `export default { resolve: { alias: { "@": import.meta.dirname } } };\n`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a rail of the files that the page names compiles and keeps the contract; the compiler asks for what is missing", () => {
  edit(port, '"mtn_momo"', '"mtn_momo" | "dummy"');
  expect(refused()).toEqual([kinds, harnesses].sort());

  const own = [...copyOf("lib/providers/rails/mtn-momo"), ...copyOf("e2e/emulators", /^mtn-momo/)];
  edit(kinds, "mtn_momo: mtnMomo", "mtn_momo: mtnMomo, dummy");
  edit(kinds, "import ", 'import { dummy } from "./dummy/dummy";\nimport ');
  addHarness();
  const routing = /\n {4}routing: \{.*\},/.exec(read(kind))?.[0] ?? "";
  edit(kind, routing, "");
  expect(refused()).toEqual([kind]);
  edit(kind, "\n    fields:", `${routing.replaceAll("4,", "9,")}\n    fields:`);
  expect(refused()).toEqual([]);

  const texts = ["lib/text/en/operator.json", "lib/text/fr/operator.json"];
  for (const file of texts) write(file, JSON.stringify({ ...textsOf(file), ...JSON.parse(read(file)) }));
  own.push(...copyOf("docs/rails", /^mtn-momo\.md/));
  const said = contract();
  expect(said).toMatch(/\n *Tests .*\d+ passed/);
  expect(said).not.toMatch(/\d+ failed/);
  expect(said).toMatch(/contract\.test\.ts.* > dummy > the same id, together or later, is one charge/);

  const page = readFileSync("docs/how-to/rail.md", "utf8");
  const touched = [port, kinds, harnesses, ...texts];
  expect(own.length + touched.length).toBeLessThanOrEqual(15);
  for (const file of touched) expect(page).toContain(`\`${file}\``);
  const folders = ["lib/providers/rails/<rail>/", "e2e/emulators/<rail>", "docs/rails/<rail>.md"];
  const named = (file: string) =>
    folders.some((folder) => file.startsWith(folder.replace("<rail>", "dummy")));
  expect(own.filter((file) => !named(file))).toEqual([]);
  for (const folder of folders) expect(page).toContain(folder);
}, 900_000);

/** MTN's harness under the new name, with what it needs. */
function addHarness(): void {
  const text = read(harnesses);
  const own = [
    ...(text.match(/^import .*mtn-momo.*$/gm) ?? []),
    /export async function mtnMomoHarness[\s\S]*?\n}\n/.exec(text)?.[0] ?? "",
  ];
  write(harnesses, `${text}\n${renamed(own.join("\n"))}`);
  edit(harnesses, "mtn_momo: {", "dummy: { main: dummyHarness },\n  mtn_momo: {");
}

/** MTN's files of a folder under the new name; gives what was made. */
function copyOf(folder: string, which = /./): string[] {
  const isOwn = folder.endsWith("/mtn-momo");
  const target = isOwn ? path.join(path.dirname(folder), "dummy") : folder;
  if (isOwn) cpSync(folder, path.join(copy, target), { recursive: true });
  return readdirSync(folder)
    .filter((file) => which.test(file))
    .map((file) => {
      const made = path.join(target, renamed(file));
      if (isOwn) renameSync(path.join(copy, target, file), path.join(copy, made));
      write(made, renamed(readFileSync(path.join(folder, file), "utf8")));
      return made;
    });
}

function renamed(text: string): string {
  return text
    .replaceAll(/mtn-momo|mtn_momo|mtnMomo/g, "dummy")
    .replaceAll("MtnMomo", "Dummy")
    .replaceAll("MTN_MOMO", "DUMMY");
}

/** What a language says of MTN, said of the new one. */
function textsOf(file: string): Record<string, string> {
  const own = Object.entries<string>(JSON.parse(read(file))).filter(([key]) =>
    /^rail(Covers|Step|Field)_mtn_momo/.test(key),
  );
  return Object.fromEntries(own.map(([key, text]) => [renamed(key), text]));
}

/** The files that the compiler refuses. */
function refused(): string[] {
  const said = run(["node_modules/typescript7/bin/tsc", "--noEmit", "--incremental", "false", "-p", "."]);
  return [...new Set([...said.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = ""]) => file))].sort();
}

/** What the tests of the copy say: the laws of the contract for the new rail, and what holds for every kind. */
function contract(): string {
  const files = ["lib/providers/rails/contract.test.ts", "lib/providers/rails/kinds.test.ts"];
  return run([
    "node_modules/vitest/vitest.mjs",
    "run",
    ...files,
    "--reporter=verbose",
    "--no-color",
    "-t",
    "dummy|Dummy|MTN MoMo|no two rails",
  ]);
}

/** What it prints, also where it ends with an error because it found something. */
function run(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd: copy,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, NO_COLOR: "1" },
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? "");
  }
}

function read(file: string): string {
  return readFileSync(path.join(copy, file), "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(path.join(copy, file), text);
}

/** Replaces the first; throws where there is none. */
function edit(file: string, before: string, after: string): void {
  const text = read(file);
  if (before === "" || !text.includes(before)) throw new Error(`${file} has no ${before}`);
  write(
    file,
    text.replace(before, () => after),
  );
}
