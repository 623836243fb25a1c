import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxMinor } from "./money";
import {
  countPayment,
  type LinkFacts,
  linkAmount,
  linkStatus,
  linkStatuses,
  whyLinkClosed,
} from "./payment-link";

const now = new Date("2026-03-10T08:00:00Z");
const later = new Date("2026-03-10T08:00:00.001Z");
const link: LinkFacts = {
  amountType: "fixed",
  currency: "KES",
  amountMinor: 150_000n,
  minAmountMinor: null,
  isActive: true,
  isReusable: true,
  maxPayments: null,
  expiresAt: null,
  deletedAt: null,
  slotsReserved: 0,
  paymentsCount: 0,
  totalPaidMinor: 0n,
};

describe("the status of a payment link", () => {
  test("the first match decides, for every combination of facts", () => {
    const seen = new Set<string>();
    for (let bits = 0; bits < 8; bits += 1) {
      const has = (bit: number) => (bits & (1 << bit)) !== 0;
      const facts = {
        ...link,
        maxPayments: 3,
        paymentsCount: has(0) ? 3 : 2,
        slotsReserved: has(0) ? 3 : 2,
        expiresAt: has(1) ? now : later,
        isActive: !has(2),
      };
      const expected = has(0) ? "completed" : has(1) ? "expired" : has(2) ? "paused" : "active";
      expect(linkStatus(facts, now)).toBe(expected);
      expect(whyLinkClosed(facts, now)).toBe(expected === "active" ? null : expected);
      expect(whyLinkClosed({ ...facts, deletedAt: now }, now)).toBe("deleted");
      seen.add(expected);
    }
    expect([...seen].sort()).toEqual([...linkStatuses].sort());
  });

  test("a link for one payment is completed by one, whatever its limit says", () => {
    const one = { ...link, isReusable: false, maxPayments: 5 };
    expect(linkStatus(one, now)).toBe("active");
    expect(linkStatus({ ...one, paymentsCount: 1, slotsReserved: 1 }, now)).toBe("completed");
  });

  test("a link without a limit never completes", () => {
    expect(linkStatus({ ...link, paymentsCount: 2_000_000_000 }, now)).toBe("active");
  });

  test("raising the limit, moving the date or resuming brings it back", () => {
    const used = { ...link, maxPayments: 1, paymentsCount: 1, slotsReserved: 1 };
    expect(linkStatus(used, now)).toBe("completed");
    expect(linkStatus({ ...used, maxPayments: 2 }, now)).toBe("active");
    expect(linkStatus({ ...link, expiresAt: now }, now)).toBe("expired");
    expect(linkStatus({ ...link, expiresAt: later }, now)).toBe("active");
    expect(linkStatus({ ...link, isActive: false }, now)).toBe("paused");
  });

  test("while payers hold all places left, the link is active but takes no payment", () => {
    const held = { ...link, maxPayments: 2, paymentsCount: 1, slotsReserved: 2 };
    expect([linkStatus(held, now), whyLinkClosed(held, now)]).toEqual(["active", "places_taken"]);
    expect(whyLinkClosed({ ...held, slotsReserved: 1 }, now)).toBeNull();
  });
});

describe("what a payer is asked for", () => {
  const custom: LinkFacts = { ...link, amountType: "custom", amountMinor: null };

  test.each<[string, LinkFacts, bigint | null, bigint | string]>([
    ["a fixed link asks its amount", link, null, 150_000n],
    ["a fixed link ignores what was typed", link, 1n, 150_000n],
    ["a custom link needs an amount", custom, null, "amount_missing"],
    ["one whole shilling is the least by default", custom, 100n, 100n],
    ["less than a whole shilling is too low", custom, 99n, "amount_too_low"],
    ["UGX has no cents: the least is 1", { ...custom, currency: "UGX" }, 1n, 1n],
    ["below the seller's least", { ...custom, minAmountMinor: 5_000n }, 4_999n, "amount_too_low"],
    ["exactly the seller's least", { ...custom, minAmountMinor: 5_000n }, 5_000n, 5_000n],
    ["the largest amount", custom, maxMinor, maxMinor],
    ["above the largest amount", custom, maxMinor + 1n, "amount_too_large"],
  ])("%s", (_name, facts, typed, expected) => {
    const amount = linkAmount(facts, typed);
    expect(amount.ok ? amount.amountMinor : amount.problem).toBe(expected);
  });
});

describe("places of a limited link", () => {
  test("a late success over the limit is accepted and flagged; the one that reaches it completes", () => {
    const last = { ...link, maxPayments: 2, paymentsCount: 1, slotsReserved: 2, totalPaidMinor: 5n };
    const reached = countPayment(last, { amountMinor: 7n, heldSlot: true });
    expect(reached).toEqual({
      to: { paymentsCount: 2, totalPaidMinor: 12n, slotsReserved: 2 },
      overLimit: false,
      completes: true,
    });
    const over = countPayment({ ...last, ...reached.to }, { amountMinor: 7n, heldSlot: false });
    expect([over.overLimit, over.completes, over.to.slotsReserved]).toEqual([true, false, 3]);
  });

  test("any order of starts, failures, lapses, successes and late ones: held places never exceed the limit by themselves", () => {
    type Act = "start" | "fail" | "succeed" | "late";
    const acts = fc.array(fc.constantFrom<Act>("start", "start", "fail", "succeed", "late"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(acts, fc.integer({ min: 1, max: 4 }), (list, maxPayments) => {
        let facts: LinkFacts = { ...link, maxPayments };
        let open = 0;
        let lapsed = 0;
        let over = 0;
        for (const act of list) {
          if (act === "start") {
            if (whyLinkClosed(facts, now) !== null) continue;
            open += 1;
            facts = { ...facts, slotsReserved: facts.slotsReserved + 1 };
          } else if (act === "late" ? lapsed > 0 : open > 0) {
            if (act === "fail") {
              open -= 1;
              lapsed += 1;
              facts = { ...facts, slotsReserved: facts.slotsReserved - 1 };
            } else {
              const heldSlot = act === "succeed";
              const counted = countPayment(facts, { amountMinor: 10n, heldSlot });
              if (heldSlot) open -= 1;
              else lapsed -= 1;
              if (counted.overLimit) over += 1;
              facts = { ...facts, ...counted.to };
            }
          }
          expect(facts.slotsReserved).toBe(open + facts.paymentsCount);
          expect(facts.totalPaidMinor).toBe(BigInt(facts.paymentsCount) * 10n);
          expect(over).toBe(Math.max(0, facts.paymentsCount - maxPayments));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
