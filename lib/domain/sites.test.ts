import { expect, test } from "vitest";
import { readSites } from "./sites";

test("sites are origins, one a line: https, and http on the seller's own machine", () => {
  const typed =
    " https://Shop.example/ \n\nhttps://shop.example\nhttps://app.example:8443\nhttp://localhost:3000";
  expect(readSites(typed)).toEqual({
    ok: true,
    sites: ["https://shop.example", "https://app.example:8443", "http://localhost:3000"],
  });
  expect(readSites(" \n")).toEqual({ ok: true, sites: [] });
});

test.each([
  "http://shop.example",
  "shop.example",
  "https://*.example",
  "https://shop.example/page",
  "https://shop.example?x=1",
  "https://shop.example#x",
  "https://a:b@shop.example",
  "https://shop.example https://b.example",
  "https:\\\\shop.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "null",
  "*",
  "https://",
  `https://${"a".repeat(300)}.example`,
])("%s is no site, and the refusal names it", (site) => {
  expect(readSites(`https://good.example\n${site}`)).toEqual({
    ok: false,
    problems: [{ code: "site_origin", values: { site } }],
  });
});

test("there are at most ten", () => {
  const typed = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://s${n}.example`).join("\n");
  expect(readSites(typed(10))).toMatchObject({ ok: true });
  expect(readSites(typed(11))).toEqual({
    ok: false,
    problems: [{ code: "sites_most", values: { max: 10 } }],
  });
});
