import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { statementsOf } from "@/lib/testing/statements";
import { testStore } from "@/lib/testing/world";
import { checkAttempt } from "../settlement/poll";
import { readAttemptPage } from "./pages/read-attempt-page";
import type { PaymentFor } from "./purchase";

// What a payment costs is statements more than anything. More of them than here is a step back: find out what for.

const { world, shop } = await openShop(testStore);
beforeEach(async () => {
  // The first payment of a store opens its accounts in the ledger.
  await confirmed((await pressed()).id);
});

test("from a callback of the rail to the commit that makes it money: at most 19", async () => {
  const { id } = await pressed();
  expect(await confirmed(id)).toBeLessThanOrEqual(19);
});

test("the same for a subscriber's next payment: at most 18", async () => {
  const subscription = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const { id } = await pressed({ kind: "subscription_renewal", subscriptionId: subscription.id });
  expect(await confirmed(id)).toBeLessThanOrEqual(18);
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
  expect(ours(sent).length).toBeLessThanOrEqual(6);
});

async function pressed(goods?: PaymentFor) {
  const start: PaymentFor = {
    kind: "subscription_start",
    productId: shop.products[0].id,
    ref: randomUUID(),
  };
  const phone = `0772 ${100 + Math.floor(Math.random() * 900)} 129`;
  const { result, sent } = await statementsOf(() => press(world, shop, { for: goods ?? start, phone }));
  return { ...result, sent: ours(sent) };
}

/** How many statements the callback of this payment's success took, until it was worked through. */
async function confirmed(id: string): Promise<number> {
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  const { sent } = await statementsOf(async () => {
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
  });
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "succeeded",
    suspenseReason: null,
  });
  const all = ours(sent);
  // What the test's own route looks up comes before the callback is stored.
  const first = all.findIndex((text) => text.startsWith("INSERT INTO rail_callbacks"));
  expect(first).toBeGreaterThanOrEqual(0);
  return all.lastIndexOf("COMMIT") + 1 - first;
}

/** Not the sandbox's own, which stands where a rail is asked by HTTP. */
function ours(sent: string[]): string[] {
  return sent.filter((text) => !text.includes("sandbox_records"));
}
