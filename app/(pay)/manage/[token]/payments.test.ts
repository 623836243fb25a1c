import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manageUrl } from "@/lib/services/core/manage-token";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { GET } from "./route";

let world: PayingWorld;

beforeAll(async () => {
  world = await payingWorld();
  Object.assign(globalThis, { senteWorld: world });
});
afterAll(async () => {
  Object.assign(globalThis, { senteWorld: undefined });
  await world.close();
});

test("the subscriber sees what went back of a payment, in their language", async () => {
  const shop = await sellingStore(world);
  const { orderId } = await paidPayment(world, shop);
  const { subscription } = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true },
  });
  if (!subscription) throw new Error("It paid for a subscription.");
  const url = new URL(manageUrl(world, subscription));
  const page = async (language: string) => {
    const params = Promise.resolve({ token: url.pathname.split("/").at(-1) ?? "" });
    return (await GET(new Request(`${url}?hl=${language}`), { params })).text();
  };
  expect(await page("en")).not.toContain("was given back");
  const wish = { orderId, reason: "Half a month", requestKey: randomUUID(), amountMinor: 20_000n };
  await requestRefund(world, shop.seller, wish);
  await later(world, 4_000);
  expect(await page("en")).toContain("UGX 20,000 was given back");
  expect(await page("fr")).toContain("UGX 20\u00a0000 remboursés");
});
