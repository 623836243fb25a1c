import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limits } from "./limits";

const units: [string, number][] = [
  ["day", 24 * 60 * 60_000],
  ["hour", 60 * 60_000],
  ["minute", 60_000],
];

function within(windowMs: number): string {
  const [name = "", ms = 1] = units.find(([, unitMs]) => windowMs % unitMs === 0) ?? [];
  return windowMs === ms ? `in ${name === "hour" ? "an" : "a"} ${name}` : `in ${windowMs / ms} ${name}s`;
}

test("docs/security.md shows this table; when a limit changes, put in the lines that this prints", () => {
  const lines = Object.values(limits).map((one) => {
    const most = "free" in one ? `${one.free} wrong, then pauses` : `${one.max} ${within(one.windowMs)}`;
    return `| ${one.what} | ${one.by} | ${most} |`;
  });
  const shown = /\| What \| For each[^\n]*\n[^\n]*\n((\|.*\n)+)/.exec(
    readFileSync("docs/security.md", "utf8"),
  );
  expect(shown?.[1]).toBe(`${lines.join("\n")}\n`);
});

const readers = ["lib/domain/address-block.ts"];

/** Whether this source takes the caller's address past the one reader, or counts a bare one. */
function countsByItself(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  if (/x-client-ip|x-forwarded-for["'`]?\s*\)/.test(code)) return true;
  const counts = /\b(countTry|countWithin|countEach|countRequest)\(/.test(code);
  return counts && /\b(ip|clientAddress|requestIp)\b/.test(code) && !/addressBlock\(/.test(code);
}

test("no other module counts an address by itself", () => {
  const files = ["app", "lib", "inngest", "scripts/serve"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/(testing|db\/generated)\//.test(file),
  );
  expect(sources.length).toBeGreaterThan(500);
  const breaches = sources.filter((file) => countsByItself(readFileSync(file, "utf8")));
  expect(breaches).toEqual(readers);
});

test.each([
  'const from = request.headers.get("x-client-ip");',
  'await countRequest(world, "page:" + clientAddress(request.headers));',
  'await countTry(world, { subject: "reset" + input.ip, freeTries: 5 });',
])("it is seen: %s", (source) => expect(countsByItself(source)).toBe(true));
