import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { opensOwn } from "./check";

// The law of imports (docs/ARCHITECTURE.md) is in biome.json. Here it is broken on purpose, in a copy, and must speak.

const root = process.cwd();
const wings = ["core", "people", "catalog", "notify", "billing", "money", "hooks", "desk"];
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "sente-law-"));
  cpSync("biome.json", path.join(copy, "biome.json"));
  const biome = JSON.parse(readFileSync(path.join(copy, "biome.json"), "utf8"));
  writeFileSync(path.join(copy, "biome.json"), JSON.stringify({ ...biome, vcs: { enabled: false } }));
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a wing imports those before it, by their names, and none after it", () => {
  const broken = wings.flatMap((wing, index) =>
    wings.flatMap((other, at) => (at > index ? [`${wing} ${other}`] : [])),
  );
  const found = breaches(
    wings.flatMap((wing) =>
      wings
        .filter((other) => other !== wing)
        .map((other) => [`lib/services/${wing}/room/${other}.ts`, `@/lib/services/${other}/room/verb`]),
    ),
  );
  expect(found).toEqual(broken.map((pair) => `lib/services/${pair.replace(" ", "/room/")}.ts`).sort());
});

test("a wing is not reached by a path around its name", () => {
  const files = wings.slice(1).map((wing) => [`lib/services/${wing}/room/a.ts`, "../../core/world"]);
  expect(breaches(files)).toEqual(files.map(([file]) => file).sort());
});

test.each([
  ["lib/domain/a.ts", "@/lib/env"],
  ["lib/resources/a.ts", "@/lib/services/core/world"],
  ["lib/text/a.ts", "@/lib/services/core/world"],
  ["lib/providers/a.ts", "@/lib/db/client"],
  ["lib/db/a.ts", "@/lib/providers/clock"],
  ["lib/api/a.ts", "next/server"],
  ["lib/auth/a.ts", "@/lib/db/client"],
  ["lib/services/money/a.ts", "@/lib/api/endpoint"],
  ["lib/services/money/a.ts", "@/scripts/problem"],
  ["lib/services/money/a.ts", "@/lib/testing/world"],
  ["app/a.tsx", "@/lib/providers/safe-post"],
  ["app/a.tsx", "@/lib/db/client"],
  ["app/a.tsx", "@/e2e/fixtures"],
  ["inngest/a.ts", "@/scripts/problem"],
  ["components/a.tsx", "@/lib/services/core/world"],
  ["components/pay/a.tsx", "react-dom"],
])("%s may not import %s", (file, target) => {
  expect(breaches([[file, target]])).toEqual([file]);
});

// Without "new", so that Tidy does not find this file.
test.each(["Client(url)", "Pool({ max: 1 })", "pg.Pool()"])("new %s is found by Tidy", (text) => {
  expect(opensOwn.test(`new ${text}`)).toBe(true);
  expect(opensOwn.test(`new Own${text}`)).toBe(false);
});

test("what is allowed is let through", () => {
  const files = [
    ["lib/services/money/a.ts", "@/lib/domain/money"],
    ["lib/services/money/checkout/b.ts", "../wallet/read"],
    ["app/a.tsx", "@/lib/services/money/settlement/poll"],
    ["app/a.test.tsx", "@/lib/testing/world"],
    ["components/a.tsx", "@/lib/domain/money"],
  ];
  expect(breaches(files)).toEqual([]);
});

test("every file and folder that a rule names is there", () => {
  const rules = JSON.stringify(JSON.parse(readFileSync("biome.json", "utf8")).overrides);
  const named = [...rules.matchAll(/"!?@\/([\w/{},-]+?)(\/\*\*)?"/g)].flatMap(([, names = "", folder]) =>
    inFull(names).map((name) => (folder ? [name] : [`${name}.ts`, `${name}.tsx`])),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((names) => !names.some((name) => existsSync(name)))).toEqual([]);
});

/** The gate writes messages; these two bring them to people. Others may only ask whether there is a sender. */
const gate = ["lib/services/core/unit.ts"];
const senders = [
  "lib/services/notify/messages/deliver-message.ts",
  "lib/services/notify/alerts/deliver-push.ts",
];

/** Whether a source reaches people past the gate: it writes a message's row, or takes a sender in its hand. */
function passesBy(file: string, source: string): boolean {
  const asked = source.replace(/!world\.sms\b|world\.(mailer|sms)\)? (([!=]==) null|\?) */g, "");
  const writes = /INTO messages\b|\bmessage\.(create|upsert)/.test(source) && !gate.includes(file);
  const holds = /\bworld\.(mailer|sms)\b|\b(mailer|sms)\)?[?!]*\.send\(|\bpushRequest\(/;
  return writes || (holds.test(asked) && !senders.includes(file));
}

test("nothing reaches a person past the gate that counts", () => {
  const files = ["lib/services", "lib/api", "lib/auth", "app", "inngest", "scripts/start"].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${top}/${name}`),
  );
  expect(files.length).toBeGreaterThan(770);
  expect(files.filter((file) => passesBy(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  "await world.mailer?.send({ to });",
  "const sms = world.sms;",
  "const { sms } = world; await sms?.send({ to, text });",
  "if (world.sms !== null) await world.sms.send({ to, text });",
  "await unit.tx.message.create({ data });",
  "await unit.tx.message.createMany({ data });",
  "await tx.$executeRaw`INSERT INTO messages SELECT 1`;",
  "const request = pushRequest(address, text, keys);",
])("a verb with %s is found", (line) => {
  expect(passesBy("lib/services/billing/moving/tell.ts", line)).toBe(true);
});

/** `lib/{api,auth}` is two names. */
function inFull(names: string): string[] {
  const [before = "", each = "", after = ""] = names.split(/[{}]/);
  return each === "" ? [names] : each.split(",").map((one) => before + one + after);
}

/** The files of the copy, each with one import, that Biome refuses for that import. */
function breaches(files: readonly (readonly string[])[]): string[] {
  for (const top of ["lib", "app", "components", "inngest"])
    rmSync(path.join(copy, top), { recursive: true, force: true });
  for (const [file = "", target = ""] of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `import { one } from "${target}";\n\nexport const two = one;\n`);
  }
  const args = [
    "node_modules/@biomejs/biome/bin/biome",
    "lint",
    "--reporter=json",
    "--max-diagnostics=none",
    ".",
  ];
  const report = JSON.parse(run(args));
  const diagnostics: { category: string; location: { path: string } }[] = report.diagnostics;
  const found = diagnostics.filter(({ category }) => category === "lint/style/noRestrictedImports");
  return [...new Set(found.map(({ location }) => location.path))].sort();
}

/** What it prints, also where it ends with an error because it found something. */
function run(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd: copy,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? "");
  }
}
