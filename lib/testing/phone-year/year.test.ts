import { describe, expect, test } from "vitest";
import { runs, sliceOfSeeds } from "@/scripts/lab/testing/slice";
import { openStage } from "../in-paying-world";
import { databaseOfTheApp } from "../world";
import { liveYear } from "./year";

// With the app's own rights, so that whatever it does and has no right to do is found here.
const world = await openStage(databaseOfTheApp());

/** One for each pair of networks in the two slots of a phone. */
const lives = 5;
const seeds = sliceOfSeeds("years of a seller's phone", lives, 3).sort((a, b) => a - b);
/** A week of it in each run of `npm test`: the phone is off for a night twice, and changed between. */
const days = runs(365, 53);

describe("a busy shop whose phone tells what its network tells it", () => {
  test.each(seeds)(
    `is in the books as on its SIM at the end of each of ${days} days (seed %i)`,
    async (seed) => {
      const { broken, happened } = await liveYear(world, seed, days);
      console.log(
        `Year ${seed}: ${Object.entries(happened)
          .map((one) => one.join(" "))
          .join(", ")}`,
      );
      expect(broken).toBe(null);
      const atLeast = (name: string, aDay: number) =>
        expect([name, happened[name]]).toEqual([name, expect.toSatisfy((all) => all >= aDay * days)]);
      atLeast("payments", 5);
      atLeast("booked", 4);
      atLeast("typed", 1.5);
      atLeast("forged", 1);
      atLeast("late", 1);
      atLeast("doubled", 0.4);
      atLeast("asked", 1);
      atLeast("gaps", 0.2);
      atLeast("quietDays", 0.6);
    },
    3_600_000,
  );
});
