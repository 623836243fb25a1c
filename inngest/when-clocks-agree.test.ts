import { afterEach, expect, test } from "vitest";
import type { World } from "@/lib/services/core/world";
import { testWorld } from "@/lib/testing/world";
import { functions } from "./answer-executor";

const holder = globalThis as { senteWorld?: World };
afterEach(() => {
  delete holder.senteWorld;
});

const acting = ["advance-subscriptions", "forget-old-rows", "publish-dates", "release-money", "remind"];

/** Runs a function as the executor does, and returns the steps that it took. */
async function stepsOf(id: string): Promise<string[]> {
  const taken: string[] = [];
  const step = {
    run: async (name: string) => {
      taken.push(name);
      return { more: false, reminded: 0 };
    },
  };
  // Safe: the handler that the function was made of.
  const found = functions.find((one) => one.id() === id) as unknown as {
    fn(given: unknown): Promise<unknown>;
  };
  await found.fn({ step, event: { name: "inngest/scheduled.timer" } });
  return taken;
}

test.each(acting)(
  "%s does nothing while the clocks cannot be trusted, and a task says so once",
  async (id) => {
    const world = testWorld();
    const clock = { now: () => world.clock.now(), aheadMs: 90_000, doubt: async () => "apart" as const };
    holder.senteWorld = { ...world, clock };
    expect(await stepsOf(id)).toEqual([]);
    const tasks = await world.db.task.findMany({ where: { kind: "clock_doubt" } });
    expect(tasks).toMatchObject([{ subject: "apart", details: { why: "apart", seconds: 90 } }]);
    holder.senteWorld = { ...world, clock: { ...clock, doubt: async () => null } };
    expect(await stepsOf(id)).not.toEqual([]);
  },
);
