import { describe, expect, test } from "vitest";
import { pollPlanMs } from "./attempt";
import { failureReasons } from "./failure-reason";
import { decideTransfer, nextTransferPollAt, pollsWhenPaid } from "./transfer";

const sent = { state: "sent", pollsMade: 0 } as const;

describe("money on its way out", () => {
  test("is given back only on the rail's definite word; doubt waits", () => {
    expect(decideTransfer(sent, { kind: "pending" })).toEqual({ do: "wait", reason: null });
    expect(decideTransfer(sent, { kind: "no_answer" })).toEqual({ do: "wait", reason: null });
    for (const reason of ["duplicate", "needs_manual_approval"] as const)
      expect(decideTransfer(sent, { kind: "failed", reason })).toEqual({ do: "wait", reason });
    expect(decideTransfer(sent, { kind: "failed", reason: "recipient_not_found" })).toEqual({
      do: "give_back",
      reason: "recipient_not_found",
    });
    expect(decideTransfer(sent, { kind: "reversed" }).do).toBe("give_back");
  });

  test("stays queued where the operator's account or another transfer is in the way", () => {
    const held = failureReasons.filter(
      (reason) => decideTransfer(sent, { kind: "failed", reason }).do === "hold",
    );
    expect(held).toEqual(["payer_busy", "insufficient_float"]);
  });

  test("that the rail never heard of is sent again, then waited for, and given back after all that", () => {
    const done = pollPlanMs.map((_, pollsMade) =>
      decideTransfer({ state: "sent", pollsMade }, { kind: "not_found" }),
    );
    const first = done.findIndex((decision) => decision.do === "wait");
    const last = done.findIndex((decision) => decision.do === "give_back");
    expect(done.slice(0, first).every((decision) => decision.do === "send_again")).toBe(true);
    expect(done.slice(first, last).every((decision) => decision.do === "wait")).toBe(true);
    expect(done.slice(last).every((decision) => decision.do === "give_back")).toBe(true);
    // Nothing that was sent at the last moment can still be under way when it is given back.
    const gapMs = (pollPlanMs[last - 1] ?? 0) - (pollPlanMs[first - 1] ?? 0);
    expect(gapMs).toBeGreaterThanOrEqual(15 * 60 * 1000);
  });

  test("of which nobody knows is sent again where one id is one transfer, for a while, and never given back for that", () => {
    const done = pollPlanMs.map(
      (_, pollsMade) => decideTransfer({ state: "sent", pollsMade }, { kind: "pending", mayRepeat: true }).do,
    );
    expect(done.slice(0, 23)).toEqual(Array(23).fill("send_again"));
    expect(new Set(done.slice(23))).toEqual(new Set(["wait"]));
    const paid = { state: "paid", pollsMade: 1 } as const;
    expect(decideTransfer(paid, { kind: "pending", mayRepeat: true })).toEqual({
      do: "ignore",
      alert: false,
    });
  });

  test("that arrived leaves that state only when the rail takes it back", () => {
    const paid = { state: "paid", pollsMade: 40 } as const;
    expect(decideTransfer(paid, { kind: "reversed" })).toEqual({ do: "reverse" });
    expect(decideTransfer(paid, { kind: "succeeded" })).toEqual({ do: "ignore", alert: false });
    expect(decideTransfer(paid, { kind: "not_found" })).toEqual({ do: "ignore", alert: false });
    expect(decideTransfer(paid, { kind: "failed", reason: "unknown" })).toEqual({
      do: "ignore",
      alert: true,
    });
  });

  test("back to a payer may fail after it was called paid; only the rail's definite word counts", () => {
    const paid = { state: "paid", pollsMade: 40, failsLate: true } as const;
    expect(decideTransfer(paid, { kind: "failed", reason: "unknown" })).toEqual({ do: "reverse" });
    expect(decideTransfer(paid, { kind: "failed", reason: "payer_busy" })).toEqual({
      do: "ignore",
      alert: true,
    });
    for (const kind of ["pending", "no_answer", "not_found"] as const)
      expect(decideTransfer(paid, { kind })).toEqual({ do: "ignore", alert: false });
  });

  test("that was given back and arrives after all is a person's to see", () => {
    const back = { state: "given_back", pollsMade: 3 } as const;
    expect(decideTransfer(back, { kind: "succeeded" })).toEqual({ do: "ignore", alert: true });
    expect(decideTransfer(back, { kind: "failed", reason: "unknown" })).toEqual({
      do: "ignore",
      alert: false,
    });
  });

  test("is asked for every 3 seconds at first, ever more rarely for 72 hours, counted from each question", () => {
    const now = new Date("2026-03-02T09:30:00Z");
    const gaps = pollPlanMs.map((_, made) => (nextTransferPollAt(made, now)?.getTime() ?? 0) - now.getTime());
    expect(gaps[0]).toBe(3_000);
    expect(gaps[pollsWhenPaid]).toBe(60_000);
    expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(72 * 3_600_000);
    expect(nextTransferPollAt(pollPlanMs.length, now)).toBeNull();
  });
});
