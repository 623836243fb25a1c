import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { formatMoney, parseTypedAmount } from "@/lib/domain/money";
import { networkOfPrefix, networks, prefixRules } from "@/lib/domain/network";
import { callingCode } from "@/lib/providers/phone";
import { payScript } from "./pay-css";

const file = readFileSync(new URL("../../public/pay.js", import.meta.url));

test("the script's address names its content, so that a page never runs another version from a cache", () => {
  const hash = createHash("sha256").update(file).digest("hex").slice(0, 8);
  expect(payScript).toBe(`/pay.js?v=${hash}`);
});

test("the script is at most 2 KB compressed and needs nothing newer than 2017", () => {
  expect(gzipSync(file).length).toBeLessThanOrEqual(2048);
  expect(file.toString()).not.toMatch(/\b(let|const|class|async|await)\b|=>|`|\?\.|\?\?/);
});

/** The page with one field that the script follows. */
function pageWith(attributes: Record<string, string>, one: string, value: string) {
  let typed = () => {};
  const field = {
    value,
    getAttribute: (name: string) => attributes[name.replace("data-", "")] ?? null,
    addEventListener: (_type: string, act: () => void) => {
      typed = act;
    },
  };
  const sum = { textContent: one };
  const go = { textContent: `Pay ${one}` };
  const shown = { value: "120050" };
  const page = {
    querySelectorAll: (selector: string) => (selector === "[data-total]" ? [field] : []),
    getElementById: (id: string) => (id === "sum" ? sum : id === "go" ? go : null),
    querySelector: (selector: string) => (selector === "[name=shown]" ? shown : null),
    addEventListener: () => {},
  };
  runInNewContext(file.toString(), { document: page, addEventListener: () => {} });
  return (text: string) => {
    field.value = text;
    typed();
    return [sum.textContent, go.textContent, String(shown.value)];
  };
}

/** The line of a form that says the network of the number that is typed; what it says, and whether it opened. */
function networkLine(codes: string[]) {
  const rules = prefixRules(codes);
  let typed = () => {};
  const phone = { value: "", addEventListener: (_type: string, act: () => void) => (typed = act) };
  const said = { textContent: "by its number" };
  const line = { open: false, querySelector: () => said, getAttribute: () => rules?.before };
  const options = codes.map((code, index) => ({ textContent: code, getAttribute: () => rules?.of[index] }));
  const page = {
    querySelectorAll: (selector: string) =>
      selector === "[data-before]" ? [line] : selector === "[data-is]" ? options : [],
    getElementById: () => phone,
    querySelector: () => null,
    addEventListener: () => {},
  };
  runInNewContext(file.toString(), { document: page, addEventListener: () => {} });
  return (number: string) => {
    phone.value = number;
    line.open = false;
    typed();
    return [said.textContent, line.open];
  };
}

test.each([...new Set(networks.map(({ country }) => country))])(
  "while a number of %s is typed, in any way to write it, the page tells the network that a press would ask",
  (country) => {
    const rows = networks.filter((row) => row.country === country && !row.code.startsWith("wave"));
    const codes = rows.map(({ code }) => code);
    if (!prefixRules(codes)) return;
    const type = networkLine(codes);
    const calling = callingCode(country).slice(1);
    const trunk = ["BF", "BJ", "CG", "CI"].includes(country) ? "" : "0";
    for (let next = 0; next < 10_000; next += 7) {
      const national = `${String(next).padStart(4, "0")}12345`;
      // No plan has such numbers: a second 0 after a trunk 0, or the calling code once more.
      if (national.startsWith(calling) || (trunk && national.startsWith("0"))) continue;
      const network = networkOfPrefix(`+${calling}${national}`);
      const told = codes.includes(network ?? "") ? [network, false] : ["by its number", true];
      for (const written of [trunk + national, `+${calling} ${national}`, `00${calling}${national}`])
        expect([written, ...type(written)]).toEqual([written, ...told]);
    }
    expect(type("07")[1]).toBe(false);
  },
);

const said = { total: "Pay %", open: "Pay", currency: "KES" };

test.each([
  [",.", "KES 1,200.50", "KES 3,601.50"],
  ["\u00a0,", "KES 1\u00a0200,50", "KES 3\u00a0601,50"],
])(
  "the total, the button and the total that was seen follow the number that is typed, in %j",
  (marks, one, three) => {
    const type = pageWith({ ...said, each: "120050", decimals: "2", marks, max: "9" }, one, "1");
    const two = `KES 2${marks[0]}401`;
    expect(type("3")).toEqual([three, `Pay ${three}`, "360150"]);
    expect(type(" 2 ")).toEqual([two, `Pay ${two}`, "240100"]);
    // What cannot be meant changes nothing: the server says what is wrong with it.
    for (const odd of ["", "0", "10", "1.5", "-2", "99999"])
      expect(type(odd)).toEqual([two, `Pay ${two}`, "240100"]);
  },
);

test.each([
  [",.", "en", ["1500", "1,500", "1 500", "1500.5", "12,345,678.90", "7,5"]],
  ["\u00a0,", "fr", ["1500", "1\u00a0500", "1 500", "1500,5", "12 345 678,90", "7.5"]],
  [".,", "pt", ["1500", "1.500", "1 500", "1500,5", "12.345.678,90", "7,5"]],
] as const)(
  "the button names the amount that is typed as the server reads it, in %j (%s)",
  (marks, lang, texts) => {
    const type = pageWith({ ...said, decimals: "2", marks }, "KES 1,200.50", "1200.50");
    for (const text of texts) {
      const read = parseTypedAmount(text, "KES", lang);
      const minor = read.ok ? read.money.minor : -1n;
      const told = formatMoney({ minor, currency: "KES" }, lang);
      expect([text, ...type(text)]).toEqual([text, told, `Pay ${told}`, String(minor)]);
    }
    // No amount: the button names none, and the server says what is wrong.
    for (const odd of ["", "x", "-2", "1.2.3", "5.1234", "1,23,456"])
      expect([odd, ...type(odd)]).toEqual([odd, "", "Pay", ""]);
  },
);
