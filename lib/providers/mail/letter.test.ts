import { expect, test } from "vitest";
import { htmlOf, type Letter, textOf } from "./letter";

const letter: Letter = {
  seller: "Duka <Moja>",
  logo: { type: "image/png", bytes: new Uint8Array([1]) },
  amount: "KES 2,500",
  lines: Array.from({ length: 50 }, (_, index) => ({ name: `Line ${index}`, total: "KES 50" })),
  facts: [{ label: "M-PESA code", value: "SBX1" }],
  foot: ["12 Moi Avenue", "0722 000 000"],
};
const text = "Hello Achieng,\n\nDuka Moja received KES 2,500.\n\nReceipt: https://s.co/r/1\n\nSent by Sente.";
const action = { label: "Receipt", url: "https://s.co/r/1" };

test("both parts of a mail say the same: the seller, the amount, the lines, the facts, the contact", () => {
  const plain = textOf(text, letter);
  const html = htmlOf(text, action, letter);
  for (const part of [
    "KES 2,500",
    "Line 0",
    "Line 19",
    "+ 30",
    "M-PESA code",
    "SBX1",
    "12 Moi Avenue",
    "0722 000 000",
  ])
    expect([part, plain.includes(part), html.includes(part)]).toEqual([part, true, true]);
  expect(plain.startsWith("Duka <Moja>\n\nHello Achieng")).toBe(true);
  expect(html).toContain("Duka &lt;Moja&gt;");
  expect(html).not.toContain("Line 20");
});

test("a mail loads nothing from the network, and is at most 30 KB", () => {
  const html = htmlOf(text, action, { ...letter, foot: ["x".repeat(2000)] });
  expect(html.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"']);
  expect(html).not.toMatch(/url\(|<link|<script/);
  expect(html.length).toBeLessThan(30_000);
  expect(htmlOf(text, action, { ...letter, logo: null })).not.toContain("<img");
});

test("a mail about an account stays as it was", () => {
  expect(textOf(text, null)).toBe(text);
});
