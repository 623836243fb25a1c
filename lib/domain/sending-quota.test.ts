import { expect, test } from "vitest";
import { quotaOf, quotas } from "./limits";

const day = 24 * 60 * 60 * 1000;

test.each([
  [{ ageMs: 0, isVerified: false, payments: 0 }, "fresh"],
  [{ ageMs: 300 * day, isVerified: false, payments: 0 }, "fresh"],
  [{ ageMs: 6 * day, isVerified: false, payments: 20 }, "fresh"],
  [{ ageMs: 7 * day, isVerified: false, payments: 1 }, "settled"],
  [{ ageMs: 28 * day, isVerified: false, payments: 19 }, "settled"],
  [{ ageMs: 28 * day, isVerified: false, payments: 20 }, "trusted"],
  [{ ageMs: 0, isVerified: true, payments: 0 }, "trusted"],
] as const)("an account with %o sends as one that is %s", (account, tier) => {
  expect(quotaOf(account)).toBe(quotas[tier]);
});
