import { expect, test } from "vitest";
import { htmlOf } from "./letter";

test("the line of the action is a button; everything else is text", () => {
  const html = htmlOf(
    "Hello <b>,\n\nPay “Gold” & keep it.\nToday.\n\nPay or cancel: https://s.co/m/1?a=1&b=2",
    { label: "Pay or cancel", url: "https://s.co/m/1?a=1&b=2" },
  );
  expect(html).toContain("<p>Hello &lt;b&gt;,</p>");
  expect(html).toContain("<p>Pay “Gold” &amp; keep it.<br>Today.</p>");
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('<a href="https://s.co/m/1?a=1&amp;b=2"');
  expect(html).toContain(">Pay or cancel</a>");
});

test("an address that somebody put into a name is never a button, wherever it stands", () => {
  const action = { label: "Receipt", url: "https://s.co/r/1" };
  const bad = "Hello Dear customer, confirm at https://evil.example/x\n\nhttps://evil.example/y";
  expect(htmlOf(`${bad}\n\nReceipt: https://s.co/r/1`, action).match(/<a [^>]*>/g)).toEqual([
    expect.stringContaining('href="https://s.co/r/1"'),
  ]);
  expect(htmlOf("Click here: https://s.co/r/1", action)).not.toContain("<a ");
  expect(htmlOf(bad, null)).not.toContain("<a ");
});

test("only a word that no phone is wide enough for may break, wherever it stands", () => {
  const long = "https://pay.example.com/manage/a1B2c3D4a1B2c3D4a1B2c3D4";
  const letter = {
    ...{ seller: "Internationalisation", logo: null, amount: null, foot: [long] },
    ...{ lines: [{ name: long, total: "UGX 1,250,000" }], facts: [{ label: "Transportation", value: long }] },
  };
  const html = htmlOf(`Hello ${long},\n\nSee: ${long}`, { label: "See", url: long }, letter);
  expect(html).not.toMatch(/word-break|break-all/);
  const seen = html.replace(/<\/?(?!wbr)[^>]*>/g, " ");
  const words = seen.split(/\s+|<wbr>/);
  expect(Math.max(...words.map((word) => word.length))).toBe("Internationalisation".length);
  // Copied, it is the same.
  expect(seen.replaceAll("<wbr>", "").split(long)).toHaveLength(6);
  expect(html).toContain(`href="${long}"`);
});

test("a name cannot add a tag of its own", () => {
  expect(htmlOf('"><script>alert(1)</script>', null)).not.toContain("<script>");
});

test("a letter in Arabic runs from right to left, whatever the seller is called", () => {
  const letter = {
    seller: "Maji",
    logo: null,
    amount: null,
    lines: [],
    facts: [{ label: "الرمز", value: "SBX 1" }],
    foot: [],
  };
  const html = htmlOf("مرحبًا Amina،\n\nاستلم Maji مبلغ KES 5.", null, letter);
  expect(html).toContain('<html dir="rtl">');
  expect(html).toContain("text-align:left");
  expect(html).toContain("<bdi>SBX 1</bdi>");
  expect(htmlOf("Hello محمد,", null, letter)).toContain('<html dir="ltr">');
});
