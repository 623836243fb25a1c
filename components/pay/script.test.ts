import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { payScript } from "./script";

const file = readFileSync(new URL("../../public/pay.js", import.meta.url));

test("the script's address names its content, so that a page never runs another version from a cache", () => {
  const hash = createHash("sha256").update(file).digest("hex").slice(0, 8);
  expect(payScript).toBe(`/pay.js?v=${hash}`);
});

test("the script is at most 2 KB compressed and needs nothing newer than 2017", () => {
  expect(gzipSync(file).length).toBeLessThanOrEqual(2048);
  expect(file.toString()).not.toMatch(/\b(let|const|class|async|await)\b|=>|`|\?\.|\?\?/);
});

test.each([
  [",.", "KES 1,200.50", "KES 3,601.50"],
  ["\u00a0,", "KES 1\u00a0200,50", "KES 3\u00a0601,50"],
])(
  "the total, the button and the total that was seen follow the number that is typed, in %j",
  (marks, one, three) => {
    const attributes: Record<string, string> = {
      each: "120050",
      decimals: "2",
      currency: "KES",
      marks,
      max: "9",
    };
    let typed = () => {};
    const field = {
      value: "1",
      getAttribute: (name: string) => attributes[name.replace("data-", "")],
      addEventListener: (_type: string, act: () => void) => {
        typed = act;
      },
    };
    const sum = { textContent: one };
    const go = { textContent: `Pay ${one}` };
    const shown = { value: "120050" };
    const page = {
      querySelectorAll: (selector: string) => (selector === "[data-each]" ? [field] : []),
      getElementById: (id: string) => (id === "sum" ? sum : id === "go" ? go : null),
      querySelector: (selector: string) => (selector === "[name=shown]" ? shown : null),
      addEventListener: () => {},
    };
    runInNewContext(file.toString(), { document: page, addEventListener: () => {} });
    const two = `KES 2${marks[0]}401`;
    const type = (value: string) => {
      field.value = value;
      typed();
      return [sum.textContent, go.textContent, String(shown.value)];
    };
    expect(type("3")).toEqual([three, `Pay ${three}`, "360150"]);
    expect(type(" 2 ")).toEqual([two, `Pay ${two}`, "240100"]);
    // What cannot be meant changes nothing: the server says what is wrong with it.
    for (const odd of ["", "0", "10", "1.5", "-2", "99999"])
      expect(type(odd)).toEqual([two, `Pay ${two}`, "240100"]);
  },
);
