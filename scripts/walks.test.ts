import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The walks of docs/ARCHITECTURE.md: each file with the function that is called there. */
const page = readFileSync("docs/ARCHITECTURE.md", "utf8");
const walks = [...page.matchAll(/^- \*\*(.+?)\*\* \((\d+) files, .*?\): (.*)$/gm)].map(
  ([, title, count, steps]) => ({
    ...{ title: title ?? "", count: Number(count) },
    steps: [...(steps ?? "").matchAll(/`([^`]+)` (\w+)/g)].map(
      ([, file, name]) => [file ?? "", name ?? ""] as const,
    ),
  }),
);

test("there are five walks", () => {
  expect(walks).toHaveLength(5);
});

test.each(walks)("$title goes through files and functions that are there", ({ count, steps }) => {
  expect(new Set(steps.map(([file]) => file)).size).toBe(count);
  for (const [file, name] of steps) {
    expect(existsSync(file), file).toBe(true);
    const declared = new RegExp(`(function\\*? |const |const \\{[^}]*\\b)${name}\\b`);
    expect(readFileSync(file, "utf8"), `${file} ${name}`).toMatch(declared);
  }
});
