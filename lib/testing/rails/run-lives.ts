import { describe, expect, test } from "vitest";
import { sliceOfSeeds } from "@/scripts/lab/testing/slice";
import { testWorld } from "../world";
import { harnesses } from "./harnesses";
import { live } from "./life";

const steps = 40;
/** So many lives of each rail are enough for everything to happen. */
const lives = 5;

/** One of five lives over every second rail, or all; where a rail takes cards too, every other life is one of cards. */
export function runLives(half: 0 | 1): void {
  const each = Object.entries(harnesses)
    .filter((_, at) => at % 2 === half)
    .map(([id, { card }]) => (card ? [id, `${id} card`] : [id]));
  const seeds = new Map(
    each.map((names) => [names[0], sliceOfSeeds(`lives over ${names[0]}`, lives, lives)]),
  );
  describe.each(each)("%s", (...names) => {
    test.each(seeds.get(names[0]) ?? [])(
      "whatever happens on the line, the books are the provider's (seed %i)",
      async (seed) => {
        expect(await live(names[seed % names.length] ?? "", seed, steps)).toBe(null);
      },
      120_000,
    );
  });
  const isFull = [...seeds.values()].every((some) => some.length >= lives);
  test.runIf(isFull)("the lives were full: money came, failed, went back and went out", async () => {
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
