import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { payingWorld, press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { checkInvariants } from "./check-invariants";

const world = await payingWorld();
const sql = (name: string) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");

/** As the migration's runner cuts it: each part in a transaction of its own. */
async function runParts(name: string): Promise<void> {
  for (const part of sql(name).split(/;\s*$/m)) if (part.trim() !== "") await world.pool.query(part);
}

test("a filled database is brought up to kinds of period and ends of grace, and every invariant is true", async () => {
  const shop = await testStore(world);
  const sold = { kind: "subscription_start" as const, productId: shop.products[0].id, ref: "user_1" };
  await press(world, shop, { for: sold, phone: "0772123789" });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  await world.pool.query(`
    ALTER TABLE subscriptions ALTER grace_ends_at DROP NOT NULL;
    ALTER TABLE subscription_periods ALTER paid_minor DROP NOT NULL, ALTER list_minor DROP NOT NULL,
      DROP CONSTRAINT subscription_periods_paid;
    UPDATE subscriptions SET grace_ends_at = NULL;
    UPDATE subscription_periods SET paid_minor = NULL, list_minor = NULL`);
  await runParts("20261124100002_fill_grace");
  // A start that was killed runs it again.
  await runParts("20261124100002_fill_grace");
  await world.pool.query(sql("20261124100003_require_grace_contract"));
  expect(await world.db.subscriptionPeriod.findMany()).toMatchObject([
    { kind: "paid", paidMinor: 50_000n, listMinor: 50_000n, discountMinor: 0n },
  ]);
  expect(await checkInvariants(world, { quiet: false })).toEqual([]);
});

test("what a process of the release before writes meanwhile is right as well", async () => {
  const { rows } = await world.pool.query(`
    UPDATE subscriptions SET current_period_end = current_period_end + interval '1 month'
    RETURNING grace_ends_at - current_period_end = interval '72 hours' AS is_right`);
  expect(rows).toEqual([{ is_right: true }]);
  const written = await world.pool.query(`
    INSERT INTO subscription_periods (store_id, livemode, subscription_id, number, starts_at, ends_at, currency, amount_minor, paid_at)
    SELECT store_id, livemode, subscription_id, 2, ends_at, ends_at + interval '1 month', currency, 50000, paid_at
    FROM subscription_periods RETURNING kind, paid_minor, list_minor, discount_minor`);
  expect(written.rows).toEqual([
    { kind: "paid", paid_minor: "50000", list_minor: "50000", discount_minor: "0" },
  ]);
});
