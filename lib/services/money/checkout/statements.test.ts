import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { statementsOf, statementsOfSettling, withoutSandbox } from "@/lib/testing/statements";
import { testStore } from "@/lib/testing/world";
import { checkAttempt } from "../settlement/poll";
import { readAttemptPage } from "./pages/read-attempt-page";
import type { PaymentFor } from "./purchase";

// What a payment costs is statements more than anything. More of them than here is a step back: find out what for.

const { world, shop } = await openShop(testStore);
beforeEach(async () => {
  // The first payment of a store opens its accounts in the ledger.
  await statementsOfSettling(world, (await pressed()).id);
});

test("from a callback of the rail to the commit that makes it money: at most 19", async () => {
  const { id } = await pressed();
  expect(await statementsOfSettling(world, id)).toBeLessThanOrEqual(19);
});

test("the same for a subscriber's next payment: at most 18", async () => {
  const subscription = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const { id } = await pressed({ kind: "subscription_renewal", subscriptionId: subscription.id });
  expect(await statementsOfSettling(world, id)).toBeLessThanOrEqual(18);
});

test("a press of Pay: at most 14, none of them through Prisma, which would open a transaction of its own", async () => {
  const { sent } = await pressed();
  expect(sent.length).toBeLessThanOrEqual(14);
  expect(sent.filter((text) => text.includes('"public".'))).toEqual([]);
});

test("the page on which a payer waits: at most 6", async () => {
  const { token } = await pressed();
  // The sandbox would bring the callbacks of other payments here.
  const real = { ...world, rails: { ...world.rails, sandbox: null } };
  const { sent } = await statementsOf(async () => {
    await checkAttempt(real, token);
    expect(await readAttemptPage(real, token, null)).toMatchObject({ state: "waiting" });
  });
  expect(withoutSandbox(sent).length).toBeLessThanOrEqual(6);
});

async function pressed(goods?: PaymentFor) {
  const start: PaymentFor = {
    kind: "subscription_start",
    productId: shop.products[0].id,
    ref: randomUUID(),
  };
  const phone = `0772 ${100 + Math.floor(Math.random() * 900)} 129`;
  const { result, sent } = await statementsOf(() => press(world, shop, { for: goods ?? start, phone }));
  return { ...result, sent: withoutSandbox(sent) };
}
