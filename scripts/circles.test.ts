import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// No two files may need each other, be it through others or for a type alone: what is to be read first is then always clear.

test("a circle is found, through an alias, a relative path and a type", () => {
  const texts = {
    "lib/a.ts": 'import { b } from "./deep/b";',
    "lib/deep/b.ts": 'import type { C } from "@/app/c";\nexport { d } from "../d";',
    "app/c.tsx": 'import "@/lib/a";',
    "lib/d.ts": 'import { readFileSync } from "node:fs";',
    "lib/e.ts": 'import { a } from "./a";',
  };
  expect(circlesOf(new Map(Object.entries(texts)))).toEqual([["app/c.tsx", "lib/a.ts", "lib/deep/b.ts"]]);
});

test("no files of ours stand in a circle", () => {
  const folders = ["app", "components", "e2e", "inngest", "lib", "scripts", "sdk"];
  const flags = ["--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...folders];
  const files = execFileSync("git", ["ls-files", ...flags], { encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => /\.tsx?$/.test(file)).flatMap(withText);
  expect(sources.length).toBeGreaterThan(1_000);
  expect(circlesOf(new Map(sources))).toEqual([]);
});

/** None for a file that git still lists and that is gone. */
function withText(file: string): [string, string][] {
  try {
    return [[file, readFileSync(file, "utf8")]];
  } catch {
    return [];
  }
}

/** The groups of files that each reach all of their own group by imports. */
function circlesOf(texts: ReadonlyMap<string, string>): string[][] {
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text, texts)]));
  const reached = new Map([...texts.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const groups = [...texts.keys()]
    .filter((file) => reached.get(file)?.has(file))
    .map((file) => [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

function reachedFrom(start: string, imports: ReadonlyMap<string, string[]>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const target of imports.get(file) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  return found;
}

function importsOf(file: string, text: string, texts: ReadonlyMap<string, string>): string[] {
  const named = [...text.matchAll(/(?:from|^import) "(@\/|\.{1,2}\/)([^"]+)"/gm)];
  return named.flatMap(([, way = "", rest = ""]) => {
    const target = way === "@/" ? rest : path.join(path.dirname(file), way, rest);
    return [target, `${target}.ts`, `${target}.tsx`].filter((one) => texts.has(one));
  });
}
