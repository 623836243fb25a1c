import { expect, test } from "vitest";
import { htmlOf } from "./html";

test("the line that ends in an address is a button; everything else is text", () => {
  const html = htmlOf(
    "Hello <b>,\n\nPay “Gold” & keep it.\nToday.\n\nPay or cancel: https://s.co/m/1?a=1&b=2",
  );
  expect(html).toContain("<p>Hello &lt;b&gt;,</p>");
  expect(html).toContain("<p>Pay “Gold” &amp; keep it.<br>Today.</p>");
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('<a href="https://s.co/m/1?a=1&amp;b=2"');
  expect(html).toContain(">Pay or cancel</a>");
});

test("an address inside a sentence stays text, and a name cannot add a link of its own", () => {
  const html = htmlOf('See https://evil.example now.\n\n"><script>alert(1)</script>');
  expect(html).not.toContain("<a ");
  expect(html).not.toContain("<script>");
});
