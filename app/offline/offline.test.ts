import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GET as manifest } from "../manifest.webmanifest/route";
import { GET } from "./route";

const ask = (query = "") => GET(new Request(`http://localhost:3000/offline${query}`));

test("the page without a line is the same for everybody, in a language of the dashboard, and asks for nothing", async () => {
  const page = await ask("?lang=fr").text();
  expect(page).toContain("Vous êtes hors ligne.");
  expect(await ask("?lang=<script>").text()).toContain("You are offline.");
  expect(page).not.toMatch(/<(script|img|link|form)\b|https?:/);
  expect(await ask().text()).toBe(await ask("?lang=en").text());
});

test("its policy allows its own style and nothing else", async () => {
  const answer = ask();
  const style = /<style>(.*)<\/style>/.exec(await answer.text())?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = answer.headers.get("Content-Security-Policy");
  expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
});

test("the worker is small, stores that page alone, and answers no request but of a page", () => {
  const worker = readFileSync("public/sw.js", "utf8");
  expect(worker.length).toBeLessThan(3_000);
  expect(worker.match(/cache\.(add|addAll|put)\(/g)).toEqual(["cache.add("]);
  expect(worker).toContain('if (request.mode !== "navigate") return;');
});

test("the manifest starts the dashboard, and its icons are files of ours", async () => {
  const { start_url, icons } = await manifest().json();
  expect(start_url).toBe("/dashboard");
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src } of icons) expect(readFileSync(`public${src}`).subarray(1, 4).toString()).toBe("PNG");
});
