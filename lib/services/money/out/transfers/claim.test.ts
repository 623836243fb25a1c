import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { withRail } from "@/lib/testing/payments";
import { addDestination } from "../payouts/add-destination";
import { requestPayout } from "../payouts/request";
import { claimDue, claimOne } from "./claim";

const world = await openStage();

test("a transfer that one worker has, no other takes until its lease runs out", async () => {
  const shop = await sellingStore(world);
  await paidPayment(world, shop);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: "0772 000 129", network: "", name: "Achieng Otieno" },
    password: testPassword,
  });
  const id = randomUUID();
  const deaf = withRail(world, { payout: async () => ({ kind: "pending", railRef: "x" }) });
  await requestPayout(deaf, shop.seller, { id, destinationId, amount: "10000", password: testPassword });
  world.clock.advance(3_600_000);
  expect(await claimDue(world, "payouts", "sandbox", 10)).toEqual([id]);
  expect(await claimDue(world, "payouts", "sandbox", 10)).toEqual([]);
  expect(await claimOne(world, "payouts", id)).toBe(false);
  world.clock.advance(600_000);
  expect(await claimOne(world, "payouts", id)).toBe(true);
});
