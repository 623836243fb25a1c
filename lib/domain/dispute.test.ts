import { expect, test } from "vitest";
import {
  disputeStates,
  isFraud,
  nextState,
  nextWatchAt,
  splitReserve,
  takeForReserve,
  watchPlanMs,
} from "./dispute";

test("an open dispute takes every decision; a decided one keeps its own, and the opposite is a contradiction", () => {
  for (const said of disputeStates)
    expect(nextState("open", said)).toEqual({ to: said, isDecided: said !== "open", contradicts: false });
  expect(nextState("won", "open")).toEqual({ to: "won", isDecided: false, contradicts: false });
  expect(nextState("lost", "accepted")).toEqual({ to: "lost", isDecided: false, contradicts: false });
  expect(nextState("won", "lost")).toMatchObject({ to: "won", contradicts: true });
  expect(nextState("accepted", "won")).toMatchObject({ to: "accepted", contradicts: true });
});

test("a watched payment is asked for ever more rarely, for half a year and not for ever", () => {
  const since = new Date("2026-03-01T00:00:00Z");
  let now = since;
  let asked = 0;
  for (let at = nextWatchAt({ since, now }); at; at = nextWatchAt({ since, now })) {
    expect(at.getTime()).toBeGreaterThan(now.getTime());
    now = at;
    asked += 1;
  }
  expect(asked).toBe(watchPlanMs.length);
  expect((now.getTime() - since.getTime()) / 86_400_000).toBe(177);
});

test("a reserve takes what the wallet covers, on hold first, and its parts add up", () => {
  const wallet = { pendingMinor: 50n, availableMinor: 30n };
  expect(takeForReserve(wallet, 60n)).toEqual({ pendingMinor: 50n, availableMinor: 10n });
  expect(takeForReserve(wallet, 999n)).toEqual(wallet);
  expect(splitReserve(wallet, 60n)).toEqual({
    part: { pendingMinor: 50n, availableMinor: 10n },
    rest: { pendingMinor: 0n, availableMinor: 20n },
  });
});

test("a dispute is about what was bought only where its reason says so: every other one, and none, is about who paid", () => {
  const about = (reason: string | null | undefined) => isFraud(reason);
  expect(["product_not_received", "duplicate"].map(about)).toEqual([false, false]);
  expect(["fraudulent", "chargeback", "Not my card", null, undefined].map(about)).toEqual(
    Array(5).fill(true),
  );
});
