import { readFileSync } from "node:fs";
import { transform } from "lightningcss";
import { describe, expect, test } from "vitest";
import { contrast, payCss, sellerColours, withUsedCss } from "./pay-css";

type Tokens = Record<string, string>;

function tokensIn(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((m) => [m[1] ?? "", m[2] ?? ""]),
  );
}

const pay = payCss();
const payDark = pay.slice(pay.indexOf("@media (prefers-color-scheme"), pay.indexOf("*,*::before"));
const payLight = pay.slice(0, pay.indexOf("@media (prefers-color-scheme"));
const globals = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const blocks = globals.split(/(?=:root)/).slice(1);
const [boardLight, boardDark, boardSystemDark] = [0, 1, 2].map((index) => tokensIn(blocks[index] ?? ""));

const themes: [string, Tokens][] = [
  ["payer pages, light", tokensIn(payLight)],
  ["payer pages, dark", { ...tokensIn(payLight), ...tokensIn(payDark) }],
  ["dashboard, light", boardLight ?? {}],
  ["dashboard, dark", { ...boardLight, ...boardDark }],
];

describe.each(themes)("colours of %s", (_, tokens) => {
  const ratio = (one: string, other: string) => contrast(tokens[one] ?? "", tokens[other] ?? "");
  const grounds = ["paper", "sheet", "sunk"];
  const inks = ["ink", "ink-2", "ink-3", "ok", "warn", "bad"].filter((ink) => ink in tokens);
  const pairs = [
    ...grounds.flatMap((ground) => inks.map((ink) => [ink, ground])),
    ...["ok", "warn", "bad", "info"].flatMap((tone) => [
      [tone, `${tone}-bg`],
      ["ink", `${tone}-bg`],
    ]),
    ["on-brand", "brand"],
    ["test-ink", "test"],
    ["paper", "bad"],
  ] as [string, string][];

  test.each(pairs)("%s on %s can be read (4.5:1)", (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)("field borders and the focus ring stand out on %s (3:1)", (ground) => {
    expect(ratio("field", ground)).toBeGreaterThanOrEqual(3);
    expect(ratio("ring", ground)).toBeGreaterThanOrEqual(3);
  });
});

test("the two dark sets of the dashboard are equal, and both worlds use the same tokens", () => {
  expect(Object.keys(boardDark ?? {}).length).toBeGreaterThan(15);
  expect(boardSystemDark).toEqual(boardDark);
  for (const [name, value] of Object.entries(tokensIn(payLight))) {
    expect([name, boardLight?.[name]]).toEqual([name, value.toLowerCase()]);
  }
});

test("the sheet parses and needs nothing newer than Chrome 61", () => {
  const chrome61 = 61 << 16;
  const { warnings } = transform({
    filename: "pay.css",
    code: Buffer.from(pay),
    targets: { chrome: chrome61 },
    errorRecovery: false,
  });
  expect(warnings).toEqual([]);
  expect(pay).not.toMatch(
    /@layer|@container|@property|oklch|lab\(|color-mix|light-dark|:is\(|:where\(|:has\(/,
  );
  expect(pay).not.toMatch(
    /&|:focus-visible|[^-]gap:|inset:|clamp\(|min\(|max\(|aspect-ratio|url\(|@import|@font-face/,
  );
  // Logical sides are newer, so they stand only behind a question the browser answers.
  expect(pay.replace(/@supports[^{]*\{[^{}]*\{[^}]*\}\}/g, "")).not.toMatch(/-inline|-block-|-block:/);
});

test("a seller's colour always carries readable text, and nothing but #RRGGBB reaches the sheet", () => {
  for (const colour of ["#000000", "#ffffff", "#767676", "#e4572e", "#ffd84d", "#0000ff", "#00ff00"]) {
    const colours = sellerColours(colour);
    const text = colours?.text === "#fff" ? "#ffffff" : "#000000";
    expect(contrast(colour, text)).toBeGreaterThanOrEqual(4.5);
    expect(payCss(colour)).toContain(`--tile:${colour}`);
  }
  for (const colour of ["red", "#fff", "#12345g", "#123456;}", "</style>"]) expect(payCss(colour)).toBe(pay);
});

test("a page carries the rules that something on it can use, and no other", () => {
  const sheet = `:root{--a:#fff;--b:#000}.note{color:var(--a)}.box,.note a{margin:0}@media print{.list{color:var(--b)}}`;
  const page = `<style nonce="x">${sheet}p[hidden]{margin:0}</style><p class="note"><a href="/">a</a></p>`;
  const used = ":root{--a:#fff;}.note{color:var(--a)}.note a{margin:0}p[hidden]{margin:0}";
  expect(withUsedCss(page)).toBe(page.replace(/(?<=">).*?(?=<\/style>)/, used));
});
