import { describe, expect, test } from "vitest";
import { sliceOfSeeds } from "@/scripts/lab/testing/slice";
import { testWorld } from "../world";
import { live } from "./life";
import { variedWhileAway } from "./while-away";

const steps = 40;
const lives = 5;

const seeds = sliceOfSeeds("lives of kept cards", lives, lives);

describe.each(variedWhileAway)("%s", (name) => {
  test.each(seeds)(
    "whatever happens on the line, the books are the provider's (seed %i)",
    async (seed) => {
      expect(await live(name, seed, steps)).toBe(null);
    },
    120_000,
  );
});

test.runIf(seeds.length >= lives)(
  "the lives were full: cards paid, were declined, and money went back",
  async () => {
    const { db } = testWorld();
    for (const rail of ["paystack", "stripe"]) {
      const failed = await db.paymentAttempt.findMany({ where: { rail, status: "failed" } });
      const reasons = failed.map(({ failureReason }) => failureReason);
      expect(reasons).toContain("card_not_supported");
      expect(reasons.some((one) => one === "insufficient_funds" || one === "card_declined")).toBe(true);
      expect(await db.paymentAttempt.count({ where: { rail, status: "succeeded" } })).toBeGreaterThan(10);
      expect(await db.refund.count({ where: { status: "paid", attempt: { rail } } })).toBeGreaterThan(0);
    }
  },
);
