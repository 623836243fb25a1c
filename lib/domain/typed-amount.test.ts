import fc from "fast-check";
import { expect, test } from "vitest";
import { languageCodes } from "./languages";
import { currencies, fieldAmount, formatMoney, maxMinor, parseTypedAmount } from "./money";

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
  ["1,234.500", "TND", 1_234_500n],
])("%j typed in %s is read", (typed, currency, minor) => {
  expect(parseTypedAmount(typed, currency, "en")).toEqual({ ok: true, money: { minor, currency } });
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
  expect(parseTypedAmount(typed, currency, "en")).toEqual({ ok: false, problem });
});

test.each([
  ["1 500,50", "fr", 150_050n],
  ["1.500,50", "pt", 150_050n],
  ["1.500", "pt", 150_000n],
  ["12.000.000", "pt", 1_200_000_000n],
  ["1,500.50", "fr", 150_050n],
  ["1,500.50", "pt", 150_050n],
  ["1,500", "sw", 150_000n],
] as const)("%j typed in %s is read", (typed, language, minor) => {
  expect(parseTypedAmount(typed, "KES", language)).toEqual({ ok: true, money: { minor, currency: "KES" } });
});

test.each([
  ["1.500", "en"],
  ["1.500", "fr"],
  ["1.500", "sw"],
  ["1,500", "fr"],
  ["1,500", "pt"],
  ["1.500,50", "fr"],
  ["0.500", "pt"],
  ["1500.500", "pt"],
  ["1 500,000", "en"],
  ["1 500.000", "fr"],
] as const)("%j typed in %s is refused", (typed, language) => {
  expect(parseTypedAmount(typed, "KES", language)).toEqual({ ok: false, problem: "not_a_number" });
});

const language = fc.constantFrom(...languageCodes);

test("what is written in a language is read back in it, and as no other amount in any other", () => {
  fc.assert(
    fc.property(
      // Small amounts too: most ambiguous texts have few digits.
      fc.oneof(fc.bigInt(1n, maxMinor), fc.bigInt(1n, 10_000_000n)),
      fc.constantFrom("KES", "TND", "UGX", ...currencies),
      language,
      language,
      (minor, currency, writer, reader) => {
        const money = { minor, currency };
        for (const text of [formatMoney(money, writer), fieldAmount(money, writer)]) {
          expect(parseTypedAmount(text, currency, writer)).toEqual({ ok: true, money });
          const read = parseTypedAmount(text, currency, reader);
          if (read.ok) expect(read.money).toEqual(money);
        }
      },
    ),
    { numRuns: 4_000 },
  );
});

test("no text is two amounts in two languages", () => {
  const part = fc.constantFrom("0", "1", "15", "500", "000", "1500", ".", ",", " ", "'", "-");
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 7 }),
      fc.constantFrom("KES", "TND", "UGX"),
      (parts, currency) => {
        const read = languageCodes.map((one) => parseTypedAmount(parts.join(""), currency, one));
        const amounts = new Set(read.flatMap((one) => (one.ok ? [one.money.minor] : [])));
        expect(amounts.size).toBeLessThan(2);
      },
    ),
    { numRuns: 20_000 },
  );
});
