import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";
import { writtenBy } from "@/lib/testing/written";
import { requestRefund } from "../out/refunds/request";
import type { PaymentFor } from "./purchase";

// What is written for a payment is counted exactly. More than here is a step back: find out what for.

let world: PayingWorld;
let receiver: Receiver;
let shop: Awaited<ReturnType<typeof sellingStore>>;
inPayingWorld(sellingStore, (made) => {
  ({ world, shop } = made);
});

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Pressed, asked for, confirmed by the rail's callback, and money. */
async function paid(paymentFor: PaymentFor): Promise<void> {
  const { id } = await press(world, shop, {
    for: paymentFor,
    phone: `0772 ${Math.floor(Math.random() * 900) + 100} 129`,
  });
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  await world.sandbox.controls.deliverCallback(id);
  await world.settled();
  expect(await world.db.paymentAttempt.findUnique({ where: { id } })).toMatchObject({ status: "succeeded" });
}

const start = (): PaymentFor => ({
  kind: "subscription_start",
  productId: shop.products[0].id,
  ref: randomUUID(),
});

test.each([
  { what: "a subscriber's first payment", rows: 30, logBytes: 23_500, run: async () => () => paid(start()) },
  {
    what: "the payment of a next period",
    ...{ rows: 25, logBytes: 18_500 },
    run: async () => {
      await paid(start());
      const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
      return () => paid({ kind: "subscription_renewal", subscriptionId: id });
    },
  },
  {
    what: "an invoice's payment",
    ...{ rows: 26, logBytes: 19_700 },
    run: async () => {
      const { id: invoiceId } = await sentInvoice(world, shop, {});
      return () => paid({ kind: "invoice", invoiceId, amount: null });
    },
  },
  {
    what: "a refund, asked for and arrived",
    ...{ rows: 29, logBytes: 16_000 },
    run: async () => {
      const { orderId } = await paidPayment(world, shop);
      return async () => {
        await requestRefund(world, shop.seller, { orderId, reason: "Sorry", requestKey: randomUUID() });
        await later(world, 5_000);
      };
    },
  },
  {
    what: "a webhook, delivered",
    ...{ rows: 7, logBytes: 3_500 },
    run: async () => {
      await endpointAt(world, shop.live, receiver.url);
      await paid(start());
      return () => deliverDueWebhooks(world);
    },
  },
])("$what: at most $rows rows, and $logBytes bytes of log", async ({ rows, logBytes, run }) => {
  // The first payment of a store opens its accounts in the ledger.
  await paid(start());
  // A page of an index that happens to split just then is written whole: of three tries one has none.
  let written = await writtenBy(world, await run());
  for (let tried = 1; tried < 3 && written.logBytes > logBytes; tried += 1)
    written = await writtenBy(world, await run());
  expect(written.total, JSON.stringify(written.rows)).toBeLessThanOrEqual(rows);
  expect(written.logBytes).toBeLessThanOrEqual(logBytes);
});
