import { expect, test } from "vitest";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { sentEvent } from "@/lib/services/hooks/events/read";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { createKey } from "@/lib/services/people/keys/create-key";
import { newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { createProduct } from "../products/save";
import { readSetup } from "./read";

const world = testWorld();
const nothing = {
  products: 0,
  hasTestKey: false,
  hasTestEndpoint: false,
  hasTestSubscription: false,
  hasReceivedTestEvent: false,
  hasLiveKey: false,
  hasLiveEndpoint: false,
  testPageUrl: null,
};

test("a new store has everything before it, and each step is seen when it is done", async () => {
  const live = await newSeller(world);
  const seller = { ...live, livemode: false };
  expect(await readSetup(world, seller)).toEqual(nothing);

  const plan = {
    name: "Gold",
    description: "",
    kind: "subscription",
    price: "1500",
    salePrice: "",
    interval: "month",
  };
  const product = await createProduct(world, seller, plan);
  await createKey(world, seller, { name: "Laptop", livemode: false });
  await createEndpoint(world, seller, { url: "http://localhost:4000/hooks" });
  const started = { productId: product.id, ref: "user_1", email: null, paymentKey: "press-1" };
  const { row } = await startTestSubscription(world, seller, started);
  expect(await readSetup(world, seller)).toEqual({
    ...nothing,
    products: 1,
    hasTestKey: true,
    hasTestEndpoint: true,
    hasTestSubscription: true,
    testPageUrl: `http://localhost:3000/subscribe/${product.token}?test=1&ref=user_1`,
  });

  await world.db.webhookDelivery.updateMany({
    where: { storeId: seller.storeId },
    data: { status: "succeeded" },
  });
  expect(await readSetup(world, seller)).toMatchObject({ hasReceivedTestEvent: true, hasLiveKey: false });

  const ended = await advanceTestSubscription(world, seller, row.id, "end_period");
  const event = await sentEvent(world, seller, row.id, ended.eventSequence);
  expect(event).toMatchObject({ type: "subscription.past_due", endpoints: 1 });
  expect(await sentEvent(world, live, row.id, ended.eventSequence)).toBeNull();
});
