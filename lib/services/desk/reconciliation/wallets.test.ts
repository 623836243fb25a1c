import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { dayOf } from "@/lib/domain/reconciliation";
import { wireIdOf } from "@/lib/providers/rails/airtel/statuses";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openTown } from "@/lib/testing/rails/emulated";
import { airtelHarness, waveHarness } from "@/lib/testing/rails/wallet-harnesses";
import { testWorld } from "@/lib/testing/world";
import { reconcileDay } from "./run";

// Lists that do not name what we need: Airtel's has no id of ours, and both have refunds without their ids.

beforeEach(async () => {
  const { db } = testWorld();
  await db.reconciliationDifference.deleteMany();
  await db.reconciliation.deleteMany();
});

test.each([
  ["airtel", airtelHarness, (id: string) => wireIdOf("charge", id)],
  ["wave", waveHarness, (id: string) => id],
] as const)(
  "over %s a day with a refund agrees, and what is planted is found",
  async (rail, create, idAt) => {
    const made: Awaited<ReturnType<typeof create>>[] = [];
    const town = await openTown(async (more) => {
      const harness = await create(more);
      made.push(harness);
      return harness;
    });
    onTestFinished(() => town.close());
    const { world, harness, seller } = town;
    const ids = [];
    for (let turn = 0; turn < 3; turn += 1) {
      ids.push(await town.press(harness.charge.ok));
      await town.later(harness.settledMs);
      await pollOpenAttempts(world);
    }
    const [back = "", left = "", changed = ""] = ids;
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: back } });
    await requestRefund(world, seller, { orderId, reason: "Asked for", requestKey: randomUUID() });
    expect(await world.db.refund.findFirst({ where: { orderId } })).toMatchObject({ status: "paid" });
    const day = dayOf(world.clock.now());
    expect(await reconcileDay(world, rail, day)).toMatchObject({ kind: "compared", open: 0 });
    const planted = made[0]?.emulator.planted ?? expect.unreachable();
    planted.leftOut.add(idAt(left));
    planted.more.set(idAt(changed), 100);
    expect(await reconcileDay(world, rail, day)).toMatchObject({ open: 2 });
    const found = await world.db.reconciliationDifference.findMany();
    expect(new Map(found.map(({ ourId, kind }) => [ourId, kind]))).toEqual(
      new Map([
        [left, "missing_at_rail"],
        [changed, "amount_differs"],
      ]),
    );
  },
);
