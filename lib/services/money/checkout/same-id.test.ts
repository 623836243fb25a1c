import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import type { NewPayment } from "./open-attempt";
import { startPayment } from "./start-payment";

const world = testWorld();

function payment(shop: TestStore, id: string): NewPayment {
  return {
    id,
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    ...{
      method: "mobile_money",
      browser: "thepayersownbrowser000",
      name: "Ann Payer",
      phone: "0772 123 456",
      email: null,
      language: "en",
    },
  };
}

test("an id that began a payment at one store begins none at another, also at the same moment", async () => {
  const [one, two] = [await testStore(world), await testStore(world)];
  const id = randomUUID();
  await startPayment(world, one.live, payment(one, id));
  await expect(startPayment(world, two.live, payment(two, id))).rejects.toThrow(PayInvalid);

  const both = randomUUID();
  const outcomes = await Promise.allSettled(
    [one, two].map((shop) => startPayment(world, shop.live, payment(shop, both))),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(PayInvalid);
  expect(await world.db.paymentAttempt.count({ where: { id: { in: [id, both] } } })).toBe(2);
});

test("an id that is sent for two things of one store at once begins one payment", async () => {
  const shop = await testStore(world);
  const id = randomUUID();
  const started = await Promise.all([1, 2, 3].map(() => startPayment(world, shop.live, payment(shop, id))));
  expect(new Set(started.map(({ token }) => token)).size).toBe(1);
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(1);
});
