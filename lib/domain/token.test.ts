import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base62, composeId, composeToken, timeOfId } from "./token";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("ids", () => {
  test("a prefix and 30 letters and digits", () => {
    expect(composeId("evt_", 1_767_225_600_000, new Uint8Array(20).fill(255))).toMatch(
      /^evt_[0-9A-Za-z]{30}$/,
    );
    expect(composeId("sub_", 0, new Uint8Array(16))).toBe(`sub_${"0".repeat(30)}`);
  });

  test("sort by time when compared byte by byte", () => {
    fc.assert(
      fc.property(fc.nat(4e12), fc.nat(4e12), bytes(20), bytes(20), (a, b, first, second) => {
        fc.pre(a !== b);
        expect(composeId("evt_", a, first) < composeId("evt_", b, second)).toBe(a < b);
      }),
    );
  });
});

test("an id tells its instant, and what is no id tells none", () => {
  fc.assert(
    fc.property(fc.nat(4e12), bytes(20), (millis, random) => {
      expect(timeOfId("req_", composeId("req_", millis, random))).toBe(millis);
    }),
  );
  for (const text of ["", "req_", "req_short", `req_${"é".repeat(30)}`, "0".repeat(30)])
    expect(timeOfId("req_", text)).toBeNull();
});

describe("tokens", () => {
  test("all of 128 bits are kept: two different randoms never give one token", () => {
    const value = (text: string) =>
      [...text].reduce(
        (sum, digit) =>
          sum * 62n + BigInt("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit)),
        0n,
      );
    fc.assert(
      fc.property(bytes(16), (random) => {
        const token = composeToken(random);
        expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
        expect(value(token)).toBe(BigInt(`0x${Buffer.from(random).toString("hex")}`));
      }),
    );
  });

  test("fewer than 128 random bits are refused", () => {
    expect(() => composeToken(new Uint8Array(15))).toThrow(RangeError);
    expect(() => composeId("sub_", 0, new Uint8Array(15))).toThrow(RangeError);
  });

  test("base 62 counts 0-9, A-Z, a-z and keeps the last digits", () => {
    expect([0, 9, 10, 35, 36, 61].map((n) => base62(Uint8Array.of(n), 1))).toEqual([
      "0",
      "9",
      "A",
      "Z",
      "a",
      "z",
    ]);
    expect(base62(Uint8Array.of(1, 0), 3)).toBe("048");
    expect(base62(Uint8Array.of(62), 1)).toBe("0");
  });
});
