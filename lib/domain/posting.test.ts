import { describe, expect, test } from "vitest";
import { disputeFee, disputeReleased, disputeReserved } from "./dispute";
import { accountBalance, accountKinds, type LedgerEntry, ownerOf } from "./ledger-accounts";
import {
  debtFirst,
  holdReleased,
  outsideReceived,
  outsideReturned,
  outsideUndone,
  paymentReversed,
  paymentSettled,
  payoutPaid,
  payoutRequested,
  payoutReturned,
  payoutReversed,
  type RefundSources,
  refundFailed,
  refundPaid,
  refundRequested,
  refundReversed,
  releasable,
  secondReceived,
  suspenseAllocated,
  suspenseReceived,
  suspenseReturned,
  suspenseReturnFailed,
  suspenseReturnReversed,
  suspenseReversed,
  takeFromWallet,
} from "./posting";

const told = ({ postings }: LedgerEntry) =>
  postings.map(({ from, to, amountMinor }) => `${from} → ${to} ${amountMinor}`);
const payout = { amountMinor: 900n, feeMinor: 10n };
const sources: RefundSources = { pendingMinor: 5n, availableMinor: 7n, feeBackMinor: 1n };

describe("the postings of", () => {
  test.each<[LedgerEntry, string, string[]]>([
    [
      paymentSettled({ netMinor: 985n, feeMinor: 15n, railCostMinor: 9n }),
      "payment_settled",
      ["clearing → wallet_pending 985", "clearing → fee_income 15", "rail_cost → clearing 9"],
    ],
    [paymentSettled({ netMinor: 985n, feeMinor: 0n }), "payment_settled", ["clearing → wallet_pending 985"]],
    [holdReleased({ amountMinor: 50n }), "hold_released", ["wallet_pending → wallet_available 50"]],
    [payoutRequested(payout), "payout_requested", ["wallet_available → payout_in_flight 910"]],
    [
      payoutPaid({ ...payout, railCostMinor: 4n }),
      "payout_paid",
      ["payout_in_flight → clearing 900", "payout_in_flight → fee_income 10", "rail_cost → clearing 4"],
    ],
    [payoutReturned(payout), "payout_returned", ["payout_in_flight → wallet_available 910"]],
    [
      payoutReversed(payout),
      "payout_reversed",
      ["clearing → wallet_available 900", "fee_income → wallet_available 10"],
    ],
    [
      refundRequested(sources),
      "refund_requested",
      [
        "wallet_pending → refund_in_flight 5",
        "wallet_available → refund_in_flight 7",
        "fee_income → refund_in_flight 1",
      ],
    ],
    [refundPaid(13n), "refund_paid", ["refund_in_flight → clearing 13"]],
    [outsideReceived(13n), "outside_received", ["seller_cash → sales_outside 13"]],
    [outsideReturned(13n), "outside_returned", ["sales_outside → seller_cash 13"]],
    [outsideUndone(13n), "outside_undone", ["sales_outside → seller_cash 13"]],
    [
      refundFailed(sources),
      "refund_failed",
      [
        "refund_in_flight → wallet_pending 5",
        "refund_in_flight → wallet_available 7",
        "refund_in_flight → fee_income 1",
      ],
    ],
    [
      refundReversed(sources),
      "refund_reversed",
      ["clearing → wallet_pending 5", "clearing → wallet_available 7", "clearing → fee_income 1"],
    ],
    [
      suspenseReceived({ amountMinor: 99n, railCostMinor: 1n }),
      "suspense_received",
      ["clearing → suspense 99", "rail_cost → clearing 1"],
    ],
    [
      suspenseAllocated({ netMinor: 98n, feeMinor: 1n }),
      "suspense_allocated",
      ["suspense → wallet_pending 98", "suspense → fee_income 1"],
    ],
    [suspenseReturned(99n), "suspense_returned", ["suspense → refund_in_flight 99"]],
    [suspenseReturnFailed(99n), "suspense_return_failed", ["refund_in_flight → suspense 99"]],
    [suspenseReturnReversed(99n), "suspense_return_reversed", ["clearing → suspense 99"]],
    [suspenseReversed(99n), "suspense_reversed", ["suspense → clearing 99"]],
    [
      paymentReversed({ netMinor: 98n, feeMinor: 2n, wallet: { pendingMinor: 50n, availableMinor: 8n } }),
      "payment_reversed",
      [
        "wallet_pending → clearing 50",
        "wallet_available → clearing 8",
        "store_debt → clearing 40",
        "fee_income → clearing 2",
      ],
    ],
    [
      disputeReserved({ pendingMinor: 5n, availableMinor: 7n }),
      "dispute_reserved",
      ["wallet_pending → dispute_reserve 5", "wallet_available → dispute_reserve 7"],
    ],
    [
      disputeReleased({ pendingMinor: 5n, availableMinor: 7n }),
      "dispute_released",
      ["dispute_reserve → wallet_pending 5", "dispute_reserve → wallet_available 7"],
    ],
    [disputeFee(15n), "dispute_fee", ["rail_cost → clearing 15"]],
    [disputeFee(-15n), "dispute_fee", ["clearing → rail_cost 15"]],
    [secondReceived({ amountMinor: 99n }), "second_received", ["clearing → suspense 99"]],
  ])("case %#", (entry, kind, postings) => {
    expect([entry.kind, told(entry)]).toEqual([kind, postings]);
  });

  test("a reversal takes what its dispute reserved first, then what is on hold, and the rest of what is available", () => {
    const wallet = { pendingMinor: 30n, availableMinor: 80n };
    expect(told(paymentReversed({ netMinor: 98n, feeMinor: 2n, reservedMinor: 60n, wallet }))).toEqual([
      "dispute_reserve → clearing 60",
      "wallet_pending → clearing 30",
      "wallet_available → clearing 8",
      "fee_income → clearing 2",
    ]);
  });

  test("a negative amount is refused everywhere", () => {
    expect(() => refundPaid(-1n)).toThrow(RangeError);
    expect(() => paymentSettled({ netMinor: 10n, feeMinor: -1n })).toThrow(RangeError);
    expect(() => holdReleased({ amountMinor: -1n })).toThrow(RangeError);
  });
});

test("whatever becomes available pays the store's debt first, whichever way it comes", () => {
  expect(told(debtFirst(holdReleased({ amountMinor: 50n }), 20n))).toEqual([
    "wallet_pending → wallet_available 30",
    "wallet_pending → store_debt 20",
  ]);
  expect(told(debtFirst(holdReleased({ amountMinor: 50n }), 80n))).toEqual([
    "wallet_pending → store_debt 50",
  ]);
  expect(told(debtFirst(payoutReversed(payout), 905n))).toEqual([
    "clearing → store_debt 900",
    "fee_income → wallet_available 5",
    "fee_income → store_debt 5",
  ]);
  expect(told(debtFirst(refundFailed(sources), 3n))).toEqual([
    "refund_in_flight → wallet_pending 5",
    "refund_in_flight → wallet_available 4",
    "refund_in_flight → store_debt 3",
    "refund_in_flight → fee_income 1",
  ]);
});

test("a refund takes what is on hold first, and is refused when the wallet does not cover it", () => {
  const wallet = { pendingMinor: 50n, availableMinor: 30n };
  expect(takeFromWallet(wallet, 40n)).toEqual({ pendingMinor: 40n, availableMinor: 0n });
  expect(takeFromWallet(wallet, 80n)).toEqual({ pendingMinor: 50n, availableMinor: 30n });
  expect(takeFromWallet(wallet, 81n)).toBeNull();
});

test("every account is a rail's, the service's or a store's", () => {
  expect(accountKinds.filter((kind) => ownerOf(kind) === "rail")).toEqual(["clearing"]);
  expect(accountKinds.filter((kind) => ownerOf(kind) === "service")).toEqual([
    "rail_cost",
    "fee_income",
    "fees_received",
  ]);
  expect(accountKinds.filter((kind) => ownerOf(kind) === "store_at_rail")).toEqual(["own_account"]);
  expect(accountKinds.filter((kind) => ownerOf(kind) === "store").length).toBe(12);
});

test("what is still on hold is not released, even after a refund took from it", () => {
  expect(releasable({ pendingMinor: 100n, onHoldMinor: 60n })).toBe(40n);
  expect(releasable({ pendingMinor: 50n, onHoldMinor: 60n })).toBe(0n);
});

test("what is owed grows by what comes in, what is held by what goes out", () => {
  const sums = { inMinor: 30n, outMinor: 100n };
  expect(accountKinds.filter((kind) => accountBalance(kind, sums) === 70n)).toEqual([
    "clearing",
    "rail_cost",
    "store_debt",
    "seller_cash",
    "own_account",
    "direct_cost",
    "fees_due",
    "fees_received",
  ]);
});
