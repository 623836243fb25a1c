import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withSourceLines } from "./log";

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "lines-"));
  mkdirSync(path.join(root, ".next"));
});
afterAll(() => rmSync(root, { recursive: true }));

const source = `// The first line says nothing.
export function fails(): never {
  throw new Error("on the third line");
}
`;

async function stackOf(name: string, sourcefile: string): Promise<string> {
  const { code, map } = await transform(source, {
    ...{ loader: "ts", format: "cjs", minify: true, sourcemap: "external", sourcefile },
  });
  const file = path.join(root, ".next", name);
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
  try {
    createRequire(import.meta.url)(file).fails();
  } catch (error) {
    return (error as Error).stack ?? "";
  }
  throw new Error("It did not fail.");
}

test.each(["turbopack:///[project]/lib/money.ts", "../../lib/money.ts"])(
  "a stack of built code names the file and the line of ours: %s",
  async (sourcefile) => {
    const stack = await stackOf(`${sourcefile.length}.js`, sourcefile);
    expect(stack).not.toContain("lib/money.ts");
    expect(withSourceLines(stack)).toContain("lib/money.ts:3:9");
  },
);

test("what has no map, or a broken one, stays as it is", () => {
  writeFileSync(path.join(root, ".next/broken.js.map"), "no JSON");
  const stack = `Error: x\n    at f (${root}/.next/broken.js:1:1)\n    at ${root}/.next/none.js:1:2\n    at node:fs:1:1`;
  expect(withSourceLines(stack)).toBe(stack);
});
