import { expect, test } from "vitest";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { transact } from "@/lib/services/core/unit";
import { sentEvent } from "@/lib/services/hooks/events/read";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { createKey } from "@/lib/services/people/keys/keys";
import { newSeller } from "@/lib/testing/accounts";
import { newOperator } from "@/lib/testing/operator";
import { testWorld } from "@/lib/testing/world";
import { createPaymentLink } from "../payment-links/change";
import { createProduct } from "../products/save";
import { readActContact, readSetup } from "./read";
import { markSetup } from "./update-store";

const world = testWorld();
const nothing = {
  shop: {
    face: false,
    offer: false,
    tried: false,
    shared: false,
    verified: false,
    payoutAccount: false,
    connected: true,
  },
  wallets: true,
  isPutAway: false,
  newestLink: null,
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
    shop: { ...nothing.shop, offer: true, tried: true },
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

test("a shop's own steps are seen as they are done, and what only the seller knows when they say so", async () => {
  const seller = await newSeller(world);
  const { id: linkId, token } = await createPaymentLink(
    world,
    seller,
    NewPaymentLink.parse({ title: "Water", amount: 500 }),
  );
  expect(await readSetup(world, seller)).toMatchObject({
    shop: { ...nothing.shop, offer: true },
    newestLink: { id: linkId, token },
  });
  await world.db.store.update({
    where: { id: seller.storeId },
    data: { logoUrl: "/images/1", contactPhone: "+254700000000", verificationStatus: "pending" },
  });
  await markSetup(world, seller, "shared");
  const done = { ...nothing.shop, face: true, offer: true, shared: true, verified: true };
  expect(await readSetup(world, seller)).toMatchObject({ shop: done, isPutAway: false });
  await markSetup(world, seller, "away");
  expect(await readSetup(world, seller)).toMatchObject({ shop: done, isPutAway: true });
  const other = await newSeller(world);
  expect(await readSetup(world, other)).toMatchObject({ shop: nothing.shop, isPutAway: false });
});

test("who may not change the store's settings may not put its list away", async () => {
  const seller = await newSeller(world);
  await expect(markSetup(world, { ...seller, role: "viewer" }, "away")).rejects.toThrow(NotAllowed);
});

test("the operator who did something to a store can be written to", async () => {
  const { storeId } = await newSeller(world);
  expect(await readActContact(world, storeId, "store.suspended")).toBeNull();
  const operator = await newOperator(world);
  await transact(world, (unit) =>
    unit.audit({ storeId, actor: operator.actor }, { target: `store:${storeId}`, action: "store.suspended" }),
  );
  expect(await readActContact(world, storeId, "store.suspended")).toBe(operator.email);
});
