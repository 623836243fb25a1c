import { expect, test } from "vitest";
import { readSheet } from "../start/sheet";
import { withOwnStyle } from "./first-sheet";

const href = "/_next/static/chunks/1a.css";
const css = String.raw`@layer base, utilities;@font-face{font-family:A;src:url(a)}@layer base{*,:before{margin:0}#content:has(a) .ledger{top:0}}
@layer utilities{.flex{display:flex}.grid{display:grid}@media (width>=40rem){.sm\:flex{display:flex}.sm\:grid{display:grid}}.\[\&_a\]\:ink a{color:red}.gap-1\.5{gap:6px}
.hidden,.flex:not(.grid){top:1px}.group-open\:x:is(:where(.group):is([open]) *){left:0}}@keyframes turn{to{top:0}}.nav .a{left:1px}`;
const link = `<link rel="stylesheet" href="${href}" nonce="n1" data-precedence="next"/>`;
const page = (...classes: string[]) =>
  `<head>${link}<link rel="preload" as="script" href="/first.js"/></head>${classes.map((one) => `<p class="${one}">`).join("")}`;
const sheet = readSheet(href, css);
const styleOf = (html: string) => /<style nonce="n1" data-sheet="[^"]*">(.*)<\/style>/s.exec(html)?.[1];

test("a page brings the rules of its own classes in the order of the sheet, and what is for every page", () => {
  expect(styleOf(withOwnStyle(page("flex sm:grid", "[&amp;_a]:ink gap-1.5"), sheet, ""))).toBe(
    "@layer base, utilities;@layer base{*,:before{margin:0}}" +
      String.raw`@layer utilities{.flex{display:flex}@media (width>=40rem){.sm\:grid{display:grid}}.\[\&_a\]\:ink a{color:red}.gap-1\.5{gap:6px}` +
      ".hidden,.flex:not(.grid){top:1px}}@keyframes turn{to{top:0}}",
  );
  expect(styleOf(withOwnStyle(page("a", "ledger", "group-open:x"), sheet, ""))).toContain(
    ".group-open\\:x:is(:where(.group):is([open]) *){left:0}",
  );
  expect(styleOf(withOwnStyle(page("a"), sheet, ""))).not.toContain(".nav .a");
  expect(styleOf(withOwnStyle(page("a", "nav"), sheet, ""))).toContain(".nav .a{left:1px}");
});

test("a browser that has this sheet is sent its link, one that has another is not, and a page of another sheet stays", () => {
  expect(withOwnStyle(page("flex"), sheet, `hl=fr; sheet=${href}`)).toBe(page("flex"));
  expect(styleOf(withOwnStyle(page("flex"), sheet, "sheet=/_next/static/chunks/0a.css"))).toContain("flex");
  expect(withOwnStyle(page("flex"), sheet, "")).not.toContain("preload");
  const other = page("flex").replace(href, "/_next/other.css");
  expect(withOwnStyle(other, sheet, "")).toBe(other);
});
