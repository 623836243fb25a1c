import { expect, test } from "vitest";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "@/lib/services/core/world";
import { paidTime } from "./credit";

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const attempt = { createdAt: at("09:00:00"), promptExpiresAt: at("09:02:00") };
const unit = { now: at("12:00:00") } as Unit;

/** `heard`: the rail gives no time, and this is when we heard of it. */
function timeOf(
  paidAt: Date,
  isHeard = false,
  of: typeof attempt | { promptExpiresAt: null } = attempt,
): Date {
  const amount = { minor: 1n, currency: "UGX" };
  const settlement: Settlement = { railRef: "x", amount, paidAt, isHeard, method: "mobile_money" };
  return paidTime(unit, { ...attempt, ...of }, settlement);
}

test("a payment was made when its rail says so, also after the prompt had ended", () => {
  expect(timeOf(at("09:01:00"))).toEqual(at("09:01:00"));
  expect(timeOf(at("10:30:00"))).toEqual(at("10:30:00"));
});

test("a rail's clock that is wrong puts no payment before its beginning or into the future", () => {
  expect(timeOf(at("08:59:00"))).toEqual(attempt.createdAt);
  expect(timeOf(at("12:00:01"))).toEqual(unit.now);
});

test("where the rail gives no time, it was made before its prompt ended at the latest", () => {
  expect(timeOf(at("12:00:00"), true)).toEqual(attempt.promptExpiresAt);
  expect(timeOf(at("12:00:00"), true, { promptExpiresAt: null })).toEqual(unit.now);
});
