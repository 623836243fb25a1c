import { expect, test } from "vitest";
import { parseTypedAmount } from "./typed-amount";

test.each([
  ["1500", "KES", 150_000n],
  [" 1 500 ", "KES", 150_000n],
  ["1,500", "KES", 150_000n],
  ["1,500", "UGX", 1_500n],
  ["1,234,567", "UGX", 1_234_567n],
  ["1,500.50", "KES", 150_050n],
  ["1 500,5", "KES", 150_050n],
  ["1500,50", "KES", 150_050n],
  ["KES 1,500", "KES", 150_000n],
  ["1500 ugx", "UGX", 1_500n],
  ["１５００", "UGX", 1_500n],
  ["1.500", "TND", 1_500n],
])("%j typed in %s is read", (typed, currency, minor) => {
  expect(parseTypedAmount(typed, currency)).toEqual({ ok: true, money: { minor, currency } });
});

test.each([
  ["", "KES", "not_a_number"],
  ["abc", "KES", "not_a_number"],
  ["1e5", "KES", "not_a_number"],
  ["1,50,000", "KES", "not_a_number"],
  ["1.500.000", "UGX", "not_a_number"],
  ["1.500", "KES", "not_a_number"],
  ["1.500", "UGX", "not_a_number"],
  ["1,500", "TND", "not_a_number"],
  ["1,500,50", "KES", "not_a_number"],
  ["0,125", "KES", "not_a_number"],
  ["NaN", "KES", "not_a_number"],
  ["Infinity", "KES", "not_a_number"],
  ["0", "KES", "not_positive"],
  ["-5", "KES", "not_positive"],
  ["0.00", "KES", "not_positive"],
  ["15.0055", "KES", "too_many_decimals"],
  [`1.${"3".repeat(100_000)}`, "KES", "too_many_decimals"],
  ["10,5", "UGX", "too_many_decimals"],
  ["100000000000.01", "KES", "too_large"],
  ["9".repeat(10_000), "KES", "too_large"],
])("%j typed in %s is refused", (typed, currency, problem) => {
  expect(parseTypedAmount(typed, currency)).toEqual({ ok: false, problem });
});
