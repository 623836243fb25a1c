import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { saveCustomer } from "@/lib/services/people/customers/save";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";

const { world, shop } = await openShop(testStore);
let productId: number;

beforeEach(async () => {
  productId = (await product(world, shop)).id;
});

const buy = (payer: { phone: string; email?: string }) =>
  press(world, shop, { id: randomUUID(), for: { kind: "product", productId, quantity: 1 }, ...payer });

test("who is blocked starts no payment, by phone or by e-mail, until they are let in again", async () => {
  const { live } = shop;
  const none = { company: null, country: null, city: null, address: null };
  const them = { name: "Odd", email: "odd@example.com", phone: "0772123456", ...none };
  const { customer } = await saveCustomer(world, live, them);
  await updateCustomer(world, live, customer.row.id, { status: "blocked" });
  for (const payer of [{ phone: "0772 123456" }, { phone: "0772 999456", email: "odd@example.com" }])
    await expect(buy(payer)).rejects.toMatchObject({ code: "customer_blocked" });
  expect(await world.db.order.count({ where: { storeId: live.storeId } })).toBe(0);
  // Somebody else pays as ever.
  await buy({ phone: "0772 888456" });
  await updateCustomer(world, live, customer.row.id, { status: "active" });
  await buy({ phone: "0772 123456" });
  expect(await world.db.order.count({ where: { storeId: live.storeId } })).toBe(2);
});
