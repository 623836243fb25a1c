import fc from "fast-check";
import { expect, test } from "vitest";
import { accountNumberOf, isAccountNumber, readAccountNumber } from "./account-number";

const bodies = fc.integer({ min: 100, max: 99_999_999 }).map(String);

test("a number is its digits and one more that checks them", () => {
  expect(accountNumberOf("572")).toBe("5724");
  expect(isAccountNumber("5724")).toBe(true);
  expect(isAccountNumber("5725")).toBe(false);
});

test("every single wrong digit is found", () => {
  fc.assert(
    fc.property(bodies, fc.nat(8), fc.integer({ min: 1, max: 9 }), (body, at, add) => {
      const right = accountNumberOf(body);
      const place = at % right.length;
      const wrong = [...right].map((digit, index) => (index === place ? (Number(digit) + add) % 10 : digit));
      expect(isAccountNumber(right)).toBe(true);
      expect(isAccountNumber(wrong.join(""))).toBe(false);
    }),
  );
});

test("every swap of neighbours is found", () => {
  fc.assert(
    fc.property(bodies, fc.nat(8), (body, at) => {
      const right = accountNumberOf(body);
      const place = at % (right.length - 1);
      const [one = "", other = ""] = [right[place], right[place + 1]];
      fc.pre(one !== other);
      expect(isAccountNumber(right.slice(0, place) + other + one + right.slice(place + 2))).toBe(false);
    }),
  );
});

test("what a person types is read with its spaces and dashes, and in any digits; anything else is no number", () => {
  const right = accountNumberOf("4821");
  expect(readAccountNumber(` ${right.slice(0, 2)} ${right.slice(2)} `)).toBe(right);
  expect(readAccountNumber(`#${right.slice(0, 2)}-${right.slice(2)}`)).toBe(right);
  const arabic = [...right].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join("");
  expect(readAccountNumber(arabic)).toBe(right);
  for (const other of ["", "rent", `${right}1`, "0000", "12 June", "1".repeat(40)])
    expect(readAccountNumber(other)).toBeNull();
});
