import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buyButton, priceTable, scriptTag } from "./snippets";

const siteUrl = "https://pay.example";

/** A page that names a published version breaks when its bytes change: a change is a new file, and a new line here. */
const published = ["sha384-eU1JNHCqAS6PGo+rqrFQvzIXGu452rqsPLD98w5c+TJv8Rlj/4WlIMmhgrt2EyFa"];

test("a published version of the script never changes, and the snippet names the newest with its hash", () => {
  const files = readdirSync("public/embed").sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  expect(files).toEqual(published.map((_, at) => `${at + 1}.js`));
  const hashes = files.map(
    (file) =>
      `sha384-${createHash("sha384")
        .update(readFileSync(`public/embed/${file}`))
        .digest("base64")}`,
  );
  expect(hashes).toEqual(published);
  expect(scriptTag(siteUrl)).toBe(
    `<script src="${siteUrl}/embed/${files.length}.js" integrity="${hashes.at(-1)}" crossorigin="anonymous" async></script>`,
  );
});

test("the script is at most 2 KB compressed, stores nothing and writes no HTML", () => {
  const script = readFileSync(`public/embed/${published.length}.js`);
  expect(gzipSync(script).length).toBeLessThanOrEqual(2048);
  expect(script.toString()).not.toMatch(
    /innerHTML|insertAdjacent|document\.write|eval|cookie|Storage|iframe/,
  );
});

test("what is copied keeps names as texts", () => {
  const name = `</a><script>alert("1")</script>`;
  for (const snippet of [
    buyButton(`${siteUrl}/product/abc`, name),
    priceTable(siteUrl, { slug: "shop", name }),
  ])
    expect(snippet).not.toContain("<script");
  expect(buyButton(`${siteUrl}/subscribe/abc`, "Gold")).toBe(
    `<a href="${siteUrl}/subscribe/abc?source=embed" data-sente>Gold</a>`,
  );
});
