import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { atPages, html, of, search, signedIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import OrderPage from "../orders/[id]/page";
import OrdersPage from "../orders/page";
import { GET as refundsFile } from "./export/route";
import RefundsPage from "./page";

const world = atPages(testWorld());
const shop = signedIn(world, beforeEach);

async function refunded(name: string, status: "paid" | "failed", store = shop, more = {}) {
  const order = await paidOrder(world, store, { name });
  const about = { storeId: store.store.id, orderId: order.id, currency: "UGX", amountMinor: 20_000n };
  const createdAt = world.clock.now();
  const { id: attemptId } = await world.db.paymentAttempt.create({
    data: { ...about, id: randomUUID(), token: randomUUID(), rail: "stripe", method: "card", createdAt },
  });
  const asked = { id: randomUUID(), attemptId, requestKey: randomUUID(), reason: "A bottle was broken" };
  await world.db.refund.create({ data: { ...about, ...asked, status, createdAt, ...more } });
  return order;
}

test("a store's refunds are listed with order, state, reason and amount, and another store's are not", async () => {
  const { number } = await refunded("Amina", "paid");
  await refunded("Zainab", "paid", await testStore(world));
  const page = await html(RefundsPage(search()));
  expect(page).toContain(number);
  expect(page).toContain("Arrived");
  expect(page).toContain("A bottle was broken");
  expect(page).toContain("20,000");
  expect(page).not.toContain("Zainab");
});

test("they are found by state, and the file has the same filters", async () => {
  await refunded("Amina", "paid");
  await refunded("Kwame", "failed");
  const failed = await html(RefundsPage(search({ status: "failed" })));
  expect(failed).toContain("Kwame");
  expect(failed).not.toContain("Amina");
  const file = await refundsFile(new Request("http://localhost/export?status=failed"));
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Kwame");
});

test("the orders lead to them once there is one; before that the list says where a refund begins", async () => {
  expect(await html(OrdersPage(search()))).not.toContain("/dashboard/refunds");
  expect(await html(RefundsPage(search()))).toContain("Nothing was refunded yet.");
  await refunded("Amina", "paid");
  expect(await html(OrdersPage(search()))).toContain('href="/dashboard/refunds"');
});

test("what the service gives back by itself says why in the reader's language, and what was typed stays", async () => {
  const requestedBy = `user:${shop.owner.id}`;
  const asked = await refunded("Amina", "paid", shop, { reason: "no reason given", requestedBy });
  await refunded("Kwame", "paid", shop, { reason: "set aside", requestedBy });
  await refunded("Zainab", "paid", shop, { reason: "paid_twice" });
  await refunded("Wanjiru", "paid", shop, { reason: "Trop_tard" });
  await world.db.user.update({ where: { id: shop.owner.id }, data: { language: "fr" } });
  const page = await html(RefundsPage(search()));
  for (const why of ["sans raison indiquée", "mis de côté", "payé deux fois", "Trop_tard"])
    expect(page).toContain(`>${why}<`);
  expect(await html(OrderPage(of(asked.id)))).toMatch(/demandé.: sans raison indiquée/);
});
