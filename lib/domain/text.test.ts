import { describe, expect, test } from "vitest";
import { say } from "./refusal";
import {
  cleanRef,
  isEmail,
  lineProblem,
  normalizeEmail,
  storableJson,
  textProblem,
  withoutTurns,
} from "./text";

describe("texts that can be stored", () => {
  test("letters of every script, emoji, tabs and line breaks", () => {
    for (const text of ["", "Maji Kwetu", "ɓẹ́ṣɛŋ አማርኛ العربية", "👩🏾‍🌾", "a\tb\nc"])
      expect(textProblem(text, 50)).toBeNull();
  });

  test("no NUL and no other control character", () => {
    for (let code = 0; code < 32; code += 1) {
      const allowed = code === 9 || code === 10;
      expect(textProblem(`a${String.fromCharCode(code)}b`, 50) === null).toBe(allowed);
    }
    expect(textProblem("\u007f", 50)).not.toBeNull();
  });

  test("no half of a surrogate pair, wherever it stands", () => {
    for (const text of ["\ud800", "a\udc00", "\ud83d", "\udc00\ud800", "😀\ud83d"]) {
      expect(textProblem(text, 50)).toEqual(say("not_unicode"));
    }
  });

  test("length is counted in characters, not in bytes or units", () => {
    expect(textProblem("😀".repeat(255), 255)).toBeNull();
    expect(textProblem("😀".repeat(256), 255)).toEqual(say("too_long", { max: 255 }));
    expect(textProblem("a".repeat(256), 255)).toEqual(say("too_long", { max: 255 }));
    expect(textProblem("a".repeat(10_000_000), 255)).toEqual(say("too_long", { max: 255 }));
  });
});

test("a name has one line, so that it cannot add a header to a message", () => {
  for (const text of ["Maji\nBcc: a@b.example", "a\tb", "a\u2028b"])
    expect(lineProblem(text, 50)).toEqual(say("one_line"));
  expect(lineProblem("a\r\nb", 50)).not.toBeNull();
  expect(lineProblem("Maji Kwetu", 50)).toBeNull();
  expect(lineProblem("a".repeat(51), 50)).toEqual(say("too_long", { max: 50 }));
});

test("a ref is kept exactly, is at most 191 characters, and counts as none when empty", () => {
  expect(cleanRef(" User_1 ")).toEqual({ ok: true, ref: " User_1 " });
  expect(cleanRef("r".repeat(191))).toEqual({ ok: true, ref: "r".repeat(191) });
  expect(cleanRef("r".repeat(192))).toEqual({ ok: false, problem: say("too_long", { max: 191 }) });
  expect(cleanRef("a\u0000").ok).toBe(false);
  for (const none of ["", null, undefined]) expect(cleanRef(none)).toEqual({ ok: true, ref: null });
});

describe("e-mail", () => {
  test("is trimmed and in lower case", () => {
    expect(normalizeEmail("  Asha.Mwangi@Example.COM\n")).toBe("asha.mwangi@example.com");
  });

  test.each([
    "a@b.co",
    "asha+shop@mail.example.co.ke",
    "o'neil_1@x-y.org",
    "юля@пример.рф",
    "a@xn--80ak6aa92e.com",
  ])("%s could be written to", (address) => expect(isEmail(address)).toBe(true));

  test.each([
    "",
    "a",
    "@b.co",
    "a@",
    "a@b",
    "a@@b.co",
    "a@b@c.co",
    "a b@c.co",
    "a@b..co",
    "a@-b.co",
    "a@b-.co",
    ".a@b.co",
    "a.@b.co",
    "a..b@c.co",
    "a@b.co,c@d.co",
    "a@b.co\nBcc: c@d.co",
    "a@b.co\u0000",
    "<a@b.co>",
    '"a"@b.co',
    "a@127.0.0.1",
    "a@[::1]",
    `${"a".repeat(65)}@b.co`,
    `a@${"b".repeat(64)}.co`,
    `a@${"b.".repeat(130)}co`,
  ])("case %# could not", (address) => expect(isEmail(address)).toBe(false));

  test("a hostile text takes no time", () => {
    const started = performance.now();
    for (const text of [`a@${"a-".repeat(120)}`, `${"a.".repeat(120)}@`, `a@${"a.".repeat(120)}1`])
      isEmail(text);
    expect(performance.now() - started).toBeLessThan(100);
  });
});

test("a mark that turns the direction of a text is refused where programs write, and dropped where people paste", () => {
  for (const mark of "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") {
    expect(textProblem(`a${mark}`, 10)).toMatchObject({ code: "control_characters" });
    expect(cleanRef(`a${mark}`).ok).toBe(false);
    expect(withoutTurns(`${mark}a${mark}b`)).toBe("ab");
  }
  // Marks that turn nothing, joiners of scripts and of signs stay.
  for (const text of ["\u200fمحمد", "می\u200cخواهم", "👩\u200d👧"]) {
    expect(textProblem(text, 10)).toBeNull();
    expect(withoutTurns(text)).toBe(text);
  }
});

test("facts that are shown again are stored, whatever stands in them", () => {
  const facts = { name: "a\0b", cut: `${"x".repeat(999)}😀`, typed: "\\u0000", half: "\ud800" };
  expect(JSON.parse(storableJson(facts))).toEqual({
    ...{ name: "ab", cut: "x".repeat(999), typed: "\\u0000", half: "" },
  });
});
