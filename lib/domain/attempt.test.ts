import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  type AttemptStatus,
  attemptStatuses,
  type Decision,
  type Evidence,
  giveUp,
  isNoNews,
  isOpen,
  notFoundFinalMs,
  settle,
} from "./attempt";
import { failureReasons, failureRule } from "./failure-reason";

/** Where an attempt may go. Money that came is never forgotten: only a reversal by the rail leaves `succeeded`. */
const moves: Record<AttemptStatus, readonly AttemptStatus[]> = {
  created: ["pending", "succeeded", "failed", "unknown", "reversed"],
  pending: ["succeeded", "failed", "unknown", "reversed"],
  // A late success: the rail said no, or nothing for days, and the money came after all.
  failed: ["succeeded", "reversed"],
  unknown: ["succeeded", "failed", "reversed"],
  succeeded: ["reversed"],
  reversed: [],
};

function canMove(from: AttemptStatus, to: AttemptStatus): boolean {
  return moves[from].includes(to);
}

const startedAt = new Date("2026-03-10T08:00:00Z");
const after = (ms: number) => new Date(startedAt.getTime() + ms);
const early = after(notFoundFinalMs - 1);
const late = after(notFoundFinalMs);
const attempt: Attempt = {
  status: "pending",
  amountMinor: 1_000n,
  currency: "KES",
  railRef: "ref-1",
  settledRef: "ref-1",
  receipt: "tx-1",
  isAnothers: false,
  startedAt,
  paidByAnother: false,
  calledOff: false,
};
const paid = { railRef: "ref-1", amountMinor: 1_000n, currency: "KES" };

/** "credit succeeded", with "!" for an alert and the reason or the flag in brackets. */
function text(decision: Decision): string {
  const detail =
    ("reason" in decision && ` (${decision.reason})`) ||
    ("late" in decision && decision.late && " (late)") ||
    ("wasSettled" in decision && decision.wasSettled && " (undo)") ||
    "";
  return `${decision.do} ${decision.to}${detail}${decision.alert ? "!" : ""}`;
}

type Row = [string, Evidence, Date, string, string, string, string, string, string];
const waits = [
  "wait pending",
  "wait pending",
  "ignore succeeded",
  "ignore failed",
  "wait unknown",
  "ignore reversed",
] as const;
const fails = (reason: string): [string, string, string, string, string, string] => [
  `fail failed (${reason})`,
  `fail failed (${reason})`,
  "ignore succeeded!",
  "ignore failed",
  `fail failed (${reason})`,
  "ignore reversed",
];
const aside = (reason: string): [string, string, string, string, string, string] => [
  `suspense succeeded (${reason})!`,
  `suspense succeeded (${reason})!`,
  "ignore succeeded",
  `suspense succeeded (${reason})!`,
  `suspense succeeded (${reason})!`,
  "ignore reversed!",
];

/** Evidence × status, in the order created, pending, succeeded, failed, unknown, reversed. */
const table: Row[] = [
  ["pending", { kind: "pending" }, late, ...waits],
  ["no answer", { kind: "no_answer" }, after(99 * 3_600_000), ...waits],
  ["not found before 15 minutes", { kind: "not_found" }, early, ...waits],
  ["not found from 15 minutes", { kind: "not_found" }, late, ...fails("provider_unavailable")],
  ["a final failure", { kind: "failed", reason: "wrong_pin" }, early, ...fails("wrong_pin")],
  [
    "a failure that decides nothing",
    { kind: "failed", reason: "duplicate" },
    early,
    "wait pending!",
    "wait pending!",
    "ignore succeeded",
    "ignore failed",
    "wait unknown",
    "ignore reversed",
  ],
  [
    "the right money",
    { kind: "succeeded", ...paid },
    early,
    "credit succeeded",
    "credit succeeded",
    "ignore succeeded",
    "credit succeeded (late)!",
    "credit succeeded (late)!",
    "ignore reversed!",
  ],
  ["one unit short", { kind: "succeeded", ...paid, amountMinor: 999n }, early, ...aside("underpaid")],
  ["one unit more", { kind: "succeeded", ...paid, amountMinor: 1_001n }, early, ...aside("overpaid")],
  ["another currency", { kind: "succeeded", ...paid, currency: "UGX" }, early, ...aside("wrong_currency")],
  [
    "another reference",
    { kind: "succeeded", ...paid, railRef: "ref-2" },
    early,
    "suspense succeeded (wrong_reference)!",
    "suspense succeeded (wrong_reference)!",
    "second succeeded!",
    "suspense succeeded (wrong_reference)!",
    "suspense succeeded (wrong_reference)!",
    "second reversed!",
  ],
  [
    "taken back",
    { kind: "reversed", ...paid },
    early,
    "reverse reversed!",
    "reverse reversed!",
    "reverse reversed (undo)!",
    "reverse reversed!",
    "reverse reversed!",
    "ignore reversed",
  ],
];

describe("settling", () => {
  for (const [name, evidence, now, ...expected] of table) {
    test.each(attemptStatuses.map((status, index) => [status, expected[index]] as const))(
      `${name} × %s: %s`,
      (status, decision) => {
        expect(text(settle({ ...attempt, status }, evidence, now))).toBe(decision);
      },
    );
  }

  test("one receipt is one payment, under whichever reference it was found", () => {
    const came = { ...attempt, status: "succeeded" as const };
    const again = { kind: "succeeded" as const, ...paid, railRef: "ref-2" };
    expect(text(settle(came, { ...again, receipt: "tx-1" }, early))).toBe("ignore succeeded");
    expect(text(settle(came, { ...again, receipt: "tx-2" }, early))).toBe("second succeeded!");
  });

  test("another receipt under the same reference is a second payment; without one nothing tells them apart", () => {
    const came = { ...attempt, status: "succeeded" as const };
    const again = { kind: "succeeded" as const, ...paid };
    expect(text(settle(came, { ...again, receipt: "tx-2" }, early))).toBe("second succeeded!");
    expect(text(settle(came, { ...again, receipt: "tx-1" }, early))).toBe("ignore succeeded");
    expect(text(settle(came, again, early))).toBe("ignore succeeded");
    expect(text(settle({ ...came, isAnothers: true }, { ...again, railRef: "ref-2" }, early))).toBe(
      "ignore succeeded!",
    );
  });

  test("the reference is learnt from the success when the call itself was never answered", () => {
    const unanswered = { ...attempt, railRef: null };
    expect(settle(unanswered, { kind: "succeeded", ...paid }, early).do).toBe("credit");
  });

  test("what another attempt paid in the meantime is set aside to be given back, without alarm", () => {
    const second = { ...attempt, paidByAnother: true };
    expect(text(settle(second, { kind: "succeeded", ...paid }, early))).toBe(
      "suspense succeeded (paid_twice)",
    );
    expect(text(settle(second, { kind: "failed", reason: "wrong_pin" }, early))).toBe(
      "fail failed (wrong_pin)",
    );
  });

  test("what comes for something that was called off is set aside to be given back, unless it was paid before", () => {
    const voided = { ...attempt, calledOff: true };
    expect(text(settle(voided, { kind: "succeeded", ...paid }, early))).toBe(
      "suspense succeeded (cancelled)",
    );
    expect(text(settle({ ...voided, paidByAnother: true }, { kind: "succeeded", ...paid }, early))).toBe(
      "suspense succeeded (paid_twice)",
    );
    expect(text(settle(voided, { kind: "failed", reason: "wrong_pin" }, early))).toBe(
      "fail failed (wrong_pin)",
    );
  });

  test("every reason that is not final waits, every final one fails", () => {
    for (const reason of failureReasons) {
      const decision = settle(attempt, { kind: "failed", reason }, early);
      expect(decision.do).toBe(failureRule(reason).final ? "fail" : "wait");
      expect(decision.alert).toBe(failureRule(reason).alertsOperator);
    }
  });
});

describe("the state machine", () => {
  test("only a reversal leaves succeeded, and nothing leaves reversed", () => {
    expect(attemptStatuses.filter((to) => canMove("succeeded", to))).toEqual(["reversed"]);
    expect(attemptStatuses.filter((to) => canMove("reversed", to))).toEqual([]);
    expect(canMove("failed", "succeeded")).toBe(true);
    expect(canMove("failed", "pending")).toBe(false);
  });

  test("giving up makes unknown of what is open and touches nothing else", () => {
    const given = attemptStatuses.map(giveUp);
    expect(given).toEqual(["unknown", "unknown", "succeeded", "failed", "unknown", "reversed"]);
    expect(attemptStatuses.filter(isOpen)).toEqual(["created", "pending"]);
  });
});

const evidences: fc.Arbitrary<Evidence> = fc.oneof(
  fc.constantFrom<Evidence>({ kind: "pending" }, { kind: "no_answer" }, { kind: "not_found" }),
  fc.constantFrom(...failureReasons).map((reason): Evidence => ({ kind: "failed", reason })),
  fc.constantFrom("succeeded" as const, "reversed" as const).map((kind): Evidence => ({ kind, ...paid })),
  fc.record({
    kind: fc.constant("succeeded" as const),
    railRef: fc.constantFrom("ref-1", "ref-2"),
    amountMinor: fc.constantFrom(999n, 1_000n, 1_001n),
    currency: fc.constantFrom("KES", "UGX"),
  }),
);
const histories = fc.array(fc.tuple(evidences, fc.integer({ min: 0, max: 2 * notFoundFinalMs })), {
  maxLength: 30,
});

test("any evidence in any order, twice over: one credit at most, no illegal move, nothing after success but a reversal", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(histories, fc.boolean(), (history, knowsRef) => {
      const railRef = knowsRef ? "ref-1" : null;
      let current: Attempt = { ...attempt, status: "created", railRef, settledRef: null };
      const acts: string[] = [];
      for (const [evidence, ms] of history) {
        const decision = settle(current, evidence, after(ms));
        const from: AttemptStatus = current.status;
        if (isNoNews(from, evidence.kind)) {
          expect([decision.to, decision.alert]).toEqual([from, false]);
          expect(["wait", "ignore"]).toContain(decision.do);
          seen.add("no news");
        }
        if (decision.to !== from) expect(canMove(from, decision.to)).toBe(true);
        if (decision.do === "fail") expect(["failed", "not_found"]).toContain(evidence.kind);
        if (decision.do === "ignore") expect(decision.to).toBe(from);
        current = { ...current, status: decision.to };
        if (evidence.kind === "succeeded" && ["credit", "suspense"].includes(decision.do))
          current = { ...current, settledRef: evidence.railRef };
        if (["credit", "suspense", "reverse"].includes(decision.do)) {
          acts.push(decision.do);
          // The same news again is nothing new; of another transaction only the ledger knows.
          const isOther =
            evidence.kind === "reversed" && current.settledRef && current.settledRef !== evidence.railRef;
          if (!isOther) expect(settle(current, evidence, after(ms)).do).toBe("ignore");
        }
        seen.add(`${from} ${decision.do}`);
      }
      expect(acts.filter((act) => act !== "reverse").length).toBeLessThanOrEqual(1);
      const undone = acts.slice(acts.indexOf("reverse"));
      if (acts.includes("reverse")) expect(new Set(undone)).toEqual(new Set(["reverse"]));
      const came = history.some(
        ([evidence]) => evidence.kind === "succeeded" || evidence.kind === "reversed",
      );
      expect(["succeeded", "reversed"].includes(current.status)).toBe(came);
    }),
    { numRuns: 2_000 },
  );
  for (const cell of [
    "no news",
    "created credit",
    "pending suspense",
    "failed credit",
    "succeeded reverse",
    "succeeded second",
  ])
    expect(seen).toContain(cell);
});
