import { randomBytes } from "node:crypto";
import { crc32 as zlibCrc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { composeKey, crc32, parseKey } from "./token";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("secret keys", () => {
  test("live keys start with sk_live_ and test keys with sk_test_", () => {
    expect(composeKey("live", randomBytes(32))).toMatch(/^sk_live_sn_[0-9A-Za-z]{38}$/);
    expect(composeKey("test", randomBytes(32))).toMatch(/^sk_test_sn_[0-9A-Za-z]{38}$/);
    expect(() => composeKey("live", randomBytes(31))).toThrow(RangeError);
  });

  test("one that only reads has a character more, so that a release without such keys refuses it", () => {
    const key = composeKey("live", randomBytes(32), "read");
    expect(key).toMatch(/^sk_live_sn_[0-9A-Za-z]{39}$/);
    expect(parseKey(key)).toEqual({ mode: "live" });
    expect(/^(sk_(live|test)_sn_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.test(key)).toBe(false);
    expect([key.slice(0, -1), key.slice(0, 43) + key.slice(44)].map(parseKey)).toEqual([null, null]);
  });

  test("a key reads back as its mode, 1,000 times", () => {
    for (let n = 0; n < 500; n += 1) {
      expect(parseKey(composeKey("live", randomBytes(32)))).toEqual({ mode: "live" });
      expect(parseKey(composeKey("test", randomBytes(40)))).toEqual({ mode: "test" });
    }
  });

  test("every one of 2,318 single wrong characters is noticed without a query", () => {
    const key = composeKey(
      "live",
      Uint8Array.from({ length: 32 }, (_, n) => n * 7),
    );
    let tried = 0;
    for (let at = "sk_live_sn_".length; at < key.length; at += 1) {
      for (const other of alphabet) {
        if (other === key[at]) continue;
        tried += 1;
        expect(parseKey(key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
      }
    }
    expect(tried).toBe(38 * 61);
  });

  test("a test key does not become a live one by its prefix; nor does any other text parse", () => {
    const key = composeKey("test", randomBytes(32));
    const texts = [
      key.replace("test", "live"),
      ` ${key}`,
      `${key}\n`,
      key.slice(0, -1),
      `${key}0`,
      "",
      "sk_live_",
      "é",
    ];
    expect(texts.map(parseKey)).toEqual(texts.map(() => null));
  });

  test("the 32 characters are spread evenly (64,000 drawn, each of 62 within 19 % of its share)", () => {
    const seen = new Map<string, number>();
    for (let n = 0; n < 2_000; n += 1) {
      const secret = composeKey("live", randomBytes(32)).slice(11, 43);
      for (const character of secret) seen.set(character, (seen.get(character) ?? 0) + 1);
    }
    const share = 64_000 / 62;
    expect(seen.size).toBe(62);
    for (const count of seen.values()) expect(Math.abs(count - share)).toBeLessThan(share * 0.19);
  });
});

test("the checksum is the usual CRC-32", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0))).toBe(0);
  // Older runtimes lack it; where it exists it is an independent implementation.
  if (typeof zlibCrc32 !== "function") return;
  for (let n = 0; n < 200; n += 1) {
    const bytes = randomBytes(n);
    expect(crc32(bytes)).toBe(zlibCrc32(bytes));
  }
});
