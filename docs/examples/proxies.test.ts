import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileMaxBytes } from "@/lib/services/catalog/deliverables/upload";

const MB = 1024 * 1024;
/** A form has a little more than its file. Caddy's MB are of 1000 kB. */
const least = fileMaxBytes + MB;

test.each([
  ["nginx.conf", /client_max_body_size (\d+)m;/, MB],
  ["Caddyfile", /max_size (\d+)MB/, 1_000_000],
])("the proxy of %s lets the largest file through that a seller may sell", (file, pattern, unit) => {
  const [, figure = ""] = pattern.exec(readFileSync(new URL(file, import.meta.url), "utf8")) ?? [];
  expect(Number(figure) * unit).toBeGreaterThanOrEqual(least);
});

test("the page says how much a proxy must let through, and the largest file", () => {
  const page = readFileSync(new URL("../self-hosting.md", import.meta.url), "utf8");
  expect(page).toContain(`${fileMaxBytes / MB} MB for a file that a seller sells`);
  expect(page).toContain("must let 110 MB through");
});
