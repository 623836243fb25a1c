import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { payScript } from "./script";

const file = readFileSync(new URL("../../public/pay.js", import.meta.url));

test("the script's address names its content, so that a page never runs another version from a cache", () => {
  const hash = createHash("sha256").update(file).digest("hex").slice(0, 8);
  expect(payScript).toBe(`/pay.js?v=${hash}`);
});

test("the script is at most 2 KB compressed and needs nothing newer than 2017", () => {
  expect(gzipSync(file).length).toBeLessThanOrEqual(2048);
  expect(file.toString()).not.toMatch(/\b(let|const|class|async|await)\b|=>|`|\?\.|\?\?/);
});
