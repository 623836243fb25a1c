import { expect, test } from "vitest";
import { exponentOf } from "./money";
import {
  chargeProblem,
  networkOf,
  networkOfPrefix,
  networks,
  networksFor,
  prefixRules,
  smallestCharge,
} from "./network";

test("every network has one code, that ends in its country, and charges no more decimals than the currency has", () => {
  expect(new Set(networks.map((row) => row.code)).size).toBe(networks.length);
  for (const row of networks) {
    expect(row.code).toMatch(/^[a-z]+_[a-z]{2}$/);
    expect(row.terms.length).toBeGreaterThan(0);
    for (const terms of row.terms)
      expect(terms.decimals).toBeLessThanOrEqual(Math.max(exponentOf(terms.currency), 0));
  }
});

test("a payer is offered the networks of the country that hold the currency", () => {
  expect(networksFor("UG", "UGX").map((row) => row.code)).toEqual(["mtn_ug", "airtel_ug"]);
  expect(networksFor("SN", "XOF").map((row) => row.code)).toContain("wave_sn");
  expect(networksFor("CD", "USD").map((row) => row.code)).toEqual(["mpesa_cd", "airtel_cd", "orange_cd"]);
  expect(networksFor("UG", "KES")).toEqual([]);
  expect(networksFor("FR", "EUR")).toEqual([]);
  expect(networkOf("nobody_xx")).toBeNull();
});

const problems: [string, bigint, string, string | null][] = [
  ["mtn_ug", 500n, "UGX", null],
  ["mtn_ug", 499n, "UGX", "too_small"],
  ["mtn_ug", 5_000_000n, "UGX", null],
  ["mtn_ug", 5_000_001n, "UGX", "too_large"],
  ["mtn_ug", 500n, "KES", "other_currency"],
  ["mpesa_ke", 100n, "KES", null],
  ["mpesa_ke", 150n, "KES", "too_many_decimals"],
  ["yas_tz", 20_050n, "TZS", "too_many_decimals"],
  ["movitel_mz", 150n, "MZN", "too_many_decimals"],
  ["mpesa_mz", 150n, "MZN", null],
  ["mtn_gh", 10n, "GHS", null],
  ["mtn_gh", 9n, "GHS", "too_small"],
  ["airtel_zm", 0n, "ZMW", "too_small"],
  ["airtel_zm", -5n, "ZMW", "too_small"],
];
test.each(problems)("%s asked for %s minor units of %s: %s", (code, minor, currency, problem) => {
  const row = networkOf(code);
  if (!row) throw new Error(`No network ${code}.`);
  expect(chargeProblem(row, { minor, currency })).toBe(problem);
});

const guesses: [string, string | null][] = [
  ["+256772123456", "mtn_ug"],
  ["256772123456", "mtn_ug"],
  ["+256791123456", "mtn_ug"],
  ["+256795123456", "airtel_ug"],
  ["+256730123456", "airtel_ug"],
  ["+256735123456", null],
  ["+254712345678", "mpesa_ke"],
  ["+254751234567", "airtel_ke"],
  ["+254757123456", "mpesa_ke"],
  ["+254762123456", "airtel_ke"],
  ["+22901551234567", "moov_bj"],
  ["+2290155123456", "moov_bj"],
  ["+2290151123456", "mtn_bj"],
  ["+2250701234567", "orange_ci"],
  ["+241077123456", null],
  ["+24177123456", "airtel_ga"],
  ["+237655123456", "orange_cm"],
  ["+237651123456", "mtn_cm"],
  ["+2348031234567", "mtn_ng"],
  ["+2348121234567", "airtel_ng"],
  ["+2348051234567", null],
  ["+255721234567", "mpesa_tz"],
  ["+33612345678", null],
  ["", null],
];
test.each(guesses)("%s is guessed to be %s, the longest prefix winning", (phone, code) => {
  expect(networkOfPrefix(phone)).toBe(code);
});

test("every guess is a network we know, and Wave is never guessed", () => {
  const guessed = new Set<string>();
  for (const calling of [
    221, 225, 226, 229, 233, 234, 237, 241, 242, 243, 250, 254, 255, 256, 258, 260, 265,
  ]) {
    for (let next = 0; next < 10_000; next += 1) {
      const code = networkOfPrefix(`+${calling}${String(next).padStart(4, "0")}0000`);
      if (code) guessed.add(code);
    }
  }
  expect([...guessed].filter((code) => !networkOf(code))).toEqual([]);
  expect([...guessed].filter((code) => code.startsWith("wave"))).toEqual([]);
  expect(guessed.size).toBe(40);
});

test("no number tells Wave, nor a network whose prefixes nobody publishes", () => {
  expect(prefixRules(["orange_sn", "wave_sn"])).toBeNull();
  expect(prefixRules(["mpesa_et"])).toBeNull();
  expect(prefixRules(["mtn_ug", "airtel_ug"])?.of).toEqual(["76|77|78|790|791|792|793", "70|74|75|730|795"]);
});

test("the smallest amount of a country is what one of its networks takes, else one whole unit that can be moved", () => {
  expect(smallestCharge("UG", "UGX")).toBe(500n);
  expect(smallestCharge("CM", "XAF")).toBe(1n);
  expect(smallestCharge("CD", "CDF")).toBe(1n);
  expect(smallestCharge("UG", "USD")).toBe(1n);
});
