import { describe, expect, test } from "vitest";
import { testWorld } from "../world";
import { live } from "./life";

const steps = 40;

/** Five lives over each of these rails; where a rail takes cards too, every other life is one of cards. SEEDS=7,8 runs only those. */
export function runLives(...rails: (string | [string, string])[]): void {
  const wanted = process.env.SEEDS?.split(",").map(Number);
  const seeds = wanted ?? Array.from({ length: 5 }, (_, index) => index + 1);
  describe.each(rails.map((names) => [names].flat()))("%s", (...names) => {
    test.each(seeds)(
      "whatever happens on the line, the books are the provider's (seed %i)",
      async (seed) => {
        expect(await live(names[seed % names.length] ?? "", seed, steps)).toBe(null);
      },
      120_000,
    );
  });
  test.runIf(!wanted)("the lives were full: money came, failed, went back and went out", async () => {
    const { db } = testWorld();
    const attempts = await db.paymentAttempt.groupBy({ by: ["rail", "status"] });
    const ends = attempts.map(({ rail, status }) => `${rail} ${status}`);
    for (const rail of new Set(attempts.map((one) => one.rail)))
      expect(ends).toEqual(expect.arrayContaining([`${rail} succeeded`, `${rail} failed`]));
    const refunds = await db.refund.findMany({ where: { status: "paid" }, include: { attempt: true } });
    expect(new Set(refunds.map(({ attempt }) => attempt.rail))).toEqual(
      new Set(attempts.map((one) => one.rail)),
    );
    const payouts = await db.payout.groupBy({ by: ["status"] });
    expect(payouts.map(({ status }) => status)).toEqual(expect.arrayContaining(["paid"]));
  });
}
