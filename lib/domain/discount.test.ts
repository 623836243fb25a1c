import fc from "fast-check";
import { expect, test } from "vitest";
import {
  carried,
  carriedDiscount,
  composeCode,
  type DiscountFacts,
  discountOf,
  discountProblem,
  discountStatus,
  isCode,
  isFirstPayment,
  lastingAmountMinor,
  nextAmountMinor,
  noDiscount,
  normalCode,
  plainEmail,
  spent,
} from "./discount";
import { chargeProblem, networks, termsOf } from "./network";

const now = new Date("2026-11-25T10:00:00Z");
const open: DiscountFacts = {
  percentHundredths: 2_000,
  amountMinor: null,
  currency: "KES",
  productIds: [],
  minAmountMinor: null,
  maxRedemptions: null,
  startsAt: null,
  expiresAt: null,
  isActive: true,
  placesTaken: 0,
  redemptionsCount: 0,
  deletedAt: null,
};
const percent = (share: number) => ({ percentHundredths: share * 100, amountMinor: null });
const amount = (minor: bigint) => ({ percentHundredths: null, amountMinor: minor });

test("a discount is never negative, never above the price, and takes nothing at nothing", () => {
  const terms = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((share) => ({ percentHundredths: share, amountMinor: null })),
    fc.bigInt(1n, 10n ** 13n).map(amount),
  );
  const currency = fc.constantFrom("KES", "UGX", "GHS", "XOF", "USD", "TND", "TZS");
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 13n), currency, terms, (price, code, what) => {
      const off = discountOf(price, code, what);
      expect(off >= 0n && off <= price).toBe(true);
      if (what.percentHundredths === 10_000) expect(off).toBe(price);
    }),
  );
});

test("a share of a price that a network can charge leaves a price that it can charge", () => {
  const every = networks.flatMap((network) => network.terms.map((terms) => ({ network, ...terms })));
  fc.assert(
    fc.property(
      fc.constantFrom(...every),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      ({ network, currency }, units, share) => {
        const price = BigInt(units) * 100n;
        if (chargeProblem(network, { minor: price, currency }) !== null) return;
        const terms = { percentHundredths: share, amountMinor: null };
        const left = price - discountOf(price, currency, terms);
        const problem = left === 0n ? null : chargeProblem(network, { minor: left, currency });
        expect(problem === null || problem === "too_small").toBe(true);
        expect(termsOf(network, currency)).not.toBeNull();
      },
    ),
  );
});

test("shares are rounded once, half up, to what the currency's networks take", () => {
  expect(discountOf(50_000n, "KES", percent(15))).toBe(7_500n);
  expect(discountOf(49_900n, "KES", percent(15))).toBe(7_500n); // 74.85 shillings
  expect(discountOf(10_00n, "KES", percent(25))).toBe(300n); // 2.50 shillings
  expect(discountOf(1_99n, "GHS", percent(50))).toBe(100n); // 99.5 pesewas
  expect(discountOf(1_050n, "UGX", percent(33.33))).toBe(350n);
  expect(discountOf(110n, "KES", percent(50))).toBe(55n); // a price with cents stays exact
});

test("a status is the first that is true: used up, expired, paused, scheduled, active", () => {
  const used = { ...open, maxRedemptions: 1, redemptionsCount: 1 };
  expect(discountStatus({ ...used, expiresAt: now, isActive: false }, now)).toBe("used_up");
  expect(discountStatus({ ...open, expiresAt: now, isActive: false }, now)).toBe("expired");
  expect(discountStatus({ ...open, isActive: false, startsAt: new Date("2027-01-01") }, now)).toBe("paused");
  expect(discountStatus({ ...open, startsAt: new Date("2027-01-01") }, now)).toBe("scheduled");
  expect(discountStatus({ ...open, startsAt: now }, now)).toBe("active");
  expect(discountStatus({ ...open, maxRedemptions: 0 }, now)).toBe("used_up");
});

test("what it is not for is said by its code, and what is not published reads as unknown", () => {
  const thing = { productId: 4, priceMinor: 50_000n, currency: "KES" };
  expect(discountProblem(open, thing, now)).toBeNull();
  expect(discountProblem({ ...open, isActive: false }, thing, now)).toBe("discount_not_found");
  expect(discountProblem({ ...open, deletedAt: now }, thing, now)).toBe("discount_not_found");
  expect(discountProblem({ ...open, expiresAt: now }, thing, now)).toBe("discount_expired");
  expect(discountProblem({ ...open, productIds: [5] }, thing, now)).toBe("discount_not_for_product");
  expect(discountProblem({ ...open, productIds: [5] }, { ...thing, productId: null }, now)).toBe(
    "discount_not_for_product",
  );
  expect(discountProblem({ ...open, minAmountMinor: 50_001n }, thing, now)).toBe("discount_below_minimum");
  const inShillings = { ...open, ...amount(100n) };
  expect(discountProblem(inShillings, { ...thing, currency: "USD" }, now)).toBe("discount_not_for_product");
  const fromShillings = { ...open, minAmountMinor: 50_000n };
  expect(discountProblem(fromShillings, thing, now)).toBeNull();
  expect(discountProblem(fromShillings, { ...thing, currency: "USD" }, now)).toBe("discount_not_for_product");
});

test("a payment is the first of a subscription that begins, or after its free days; not where it was moved in", () => {
  const row = { amountMinor: 50_000n, currency: "KES", ...noDiscount, paymentsCount: 0 };
  expect(isFirstPayment(null)).toBe(true);
  expect(isFirstPayment({ ...row, trialEndsAt: now })).toBe(true);
  expect(isFirstPayment({ ...row, trialEndsAt: now, paymentsCount: 1 })).toBe(false);
  expect(isFirstPayment({ ...row, trialEndsAt: null })).toBe(false);
});

test("what a subscription has left falls by one a period and never rises", () => {
  const row = { amountMinor: 50_000n, currency: "KES", ...carried({ id: 1, ...percent(20) }, "SAVE", 2) };
  expect([nextAmountMinor(row), lastingAmountMinor(row)]).toEqual([40_000n, 50_000n]);
  const once = { ...row, ...spent(row) };
  expect([once.discountPeriodsLeft, nextAmountMinor(once)]).toEqual([1, 40_000n]);
  expect(spent(once)).toEqual(noDiscount);
  const forever = { ...row, discountPeriodsLeft: null };
  expect({ ...forever, ...spent(forever) }).toEqual(forever);
  expect(lastingAmountMinor(forever)).toBe(40_000n);
  expect(nextAmountMinor({ ...row, pendingAmountMinor: 80_000n })).toBe(64_000n);
  expect(carriedDiscount({ ...row, ...noDiscount })).toBe(0n);
  expect(carried({ id: 1, ...percent(20) }, null, 0)).toEqual(noDiscount);
});

test("codes are compared in capitals; a made one is readable and valid", () => {
  expect(normalCode("  save20 ")).toBe("SAVE20");
  expect(["SAVE20", "A-1", "AB", "SAVE 20", "SPÄT", "A".repeat(41)].map(isCode)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
      expect(composeCode("GYM", bytes)).toMatch(/^GYM-[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    }),
  );
  expect(plainEmail("juma+gym+2@example.com")).toBe("juma@example.com");
});

const tenth = percent(10);
const third = percent(33.33);
const eighth = percent(12.5);
const hundred = amount(100n);
const all = percent(100);
const kinds = [tenth, third, eighth, hundred, all];

/** Network, currency, price; then the total after 10 %, 33.33 %, 12.5 %, an amount of 100 minor units, and 100 %. */
const table: [string, string, bigint, bigint[]][] = [
  ["mpesa_ke", "KES", 50_000n, [45_000n, 33_300n, 43_700n, 49_900n, 0n]],
  ["mtn_ug", "UGX", 50_000n, [45_000n, 33_335n, 43_750n, 49_900n, 0n]],
  ["mtn_gh", "GHS", 1_990n, [1_791n, 1_327n, 1_741n, 1_890n, 0n]],
  ["mpesa_tz", "TZS", 1_000_000n, [900_000n, 666_700n, 875_000n, 999_900n, 0n]],
  ["orange_sn", "XOF", 5_000n, [4_500n, 3_333n, 4_375n, 4_900n, 0n]],
  ["mtn_zm", "ZMW", 4_550n, [4_095n, 3_033n, 3_981n, 4_450n, 0n]],
  ["airtel_ng", "NGN", 250_000n, [225_000n, 166_700n, 218_700n, 249_900n, 0n]],
  ["mpesa_cd", "USD", 999n, [899n, 666n, 874n, 899n, 0n]],
];

test.each(table)("40 totals: %s in %s", (code, currency, price, totals) => {
  const network = networks.find((one) => one.code === code);
  if (!network) throw new Error(`There is no network ${code}.`);
  const after = kinds.map((terms) => price - discountOf(price, currency, terms));
  expect(after).toEqual(totals);
  for (const minor of after)
    expect(minor === 0n ? null : chargeProblem(network, { minor, currency })).toBeNull();
});
