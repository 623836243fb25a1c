import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { manageUrl } from "@/lib/services/core/manage-token";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { openPages } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { GET } from "./route";

const world = await openPages();

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
