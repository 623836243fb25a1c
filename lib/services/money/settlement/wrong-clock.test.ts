import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createCorrectedClock } from "@/lib/providers/clock";
import { openStage } from "@/lib/testing/in-paying-world";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { checkAttempt } from "./poll";

const world = await openStage();

const minute = 60_000;

async function databaseNow(): Promise<Date> {
  const { rows } = await world.pool.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  return rows[0]?.at ?? new Date(0);
}

/** The same world in a process whose machine's clock is off by so much. The rail does not know of the payment yet. */
function elsewhere(offMs: number): PayingWorld {
  const clock = createCorrectedClock(databaseNow, () => Date.now() + offMs);
  const rail = { ...world.sandbox.rail, chargeStatus: async () => ({ kind: "not_found" as const }) };
  return {
    ...world,
    clock: { ...world.clock, ...clock, now: clock.now },
    rails: { all: [rail], sandbox: null },
  };
}

test.each([20 * minute, -20 * minute])(
  "a process whose clock is %d ms off goes by the database's and fails no payment for its age",
  async (offMs) => {
    world.clock.set(await databaseNow());
    const shop = await testStore(world);
    const { id, token } = await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
    await checkAttempt(elsewhere(offMs), token, { force: true });
    expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "pending",
      failureReason: null,
    });
  },
);

test("a clock that is right, and a database that is slow to answer, change nothing", async () => {
  const clock = createCorrectedClock(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return new Date();
  });
  await clock.compare();
  expect(clock.aheadMs).toBe(0);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(50);
});

test("a database that cannot be asked leaves the clock as it was", async () => {
  const clock = createCorrectedClock(
    () => Promise.reject(new Error("down")),
    () => 1_000,
  );
  await clock.compared?.();
  expect(clock.now()).toEqual(new Date(1_000));
  await expect(clock.compare()).rejects.toThrow("down");
});
