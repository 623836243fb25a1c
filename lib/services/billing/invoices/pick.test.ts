import { expect, test } from "vitest";
import { testStore, testWorld } from "@/lib/testing/world";
import { customersToPick, pickedCustomer, pricesByName, productsToPick } from "./pick";

const world = testWorld();
const now = world.clock.now();

async function shopWithCustomers() {
  const shop = await testStore(world);
  const common = { accountId: shop.accountId, livemode: true, source: "manual" as const };
  const times = { customerSince: now, createdAt: now, updatedAt: now };
  await world.db.customer.createMany({
    data: [
      { ...common, ...times, name: "Amina Okello", phone: "+256772123456", email: "amina@example.com" },
      { ...common, ...times, name: "Amina Okello", phone: "+256772999999", email: null },
      { ...common, ...times, name: "", phone: "+256701000000", email: null },
      { ...common, ...times, name: "Nobody yet", phone: "+256703000000", email: null, prospect: true },
      { ...common, ...times, livemode: false, name: "Amina Test", phone: "+256704000000", email: null },
    ],
  });
  return shop;
}

test("a customer is found by name, phone or e-mail, and their label leads back to them alone", async () => {
  const { live } = await shopWithCustomers();
  const found = async (text: string) =>
    (await customersToPick(world, live, text, 10)).map((one) => one.label);
  expect(await found("okello")).toEqual([
    "Amina Okello · +256772999999",
    "Amina Okello · +256772123456 · amina@example.com",
  ]);
  expect(await found("0772 123")).toEqual(["Amina Okello · +256772123456 · amina@example.com"]);
  expect(await found("amina@")).toEqual(["Amina Okello · +256772123456 · amina@example.com"]);
  expect(await found("")).toHaveLength(3);
  const picked = await pickedCustomer(world, live, "Amina Okello · +256772999999", "UG");
  expect(picked).toMatchObject({ name: "Amina Okello", phone: "+256772999999", email: null });
  for (const label of ["Amina Okello", "Someone else · +256772999999", "Amina Test · +256704000000"])
    expect(await pickedCustomer(world, live, label, "UG")).toBeNull();
  const other = await testStore(world);
  expect(await pickedCustomer(world, other.live, "Amina Okello · +256772999999", "UG")).toBeNull();
});

test("a product on sale is found by its name, at the price that holds now", async () => {
  const shop = await testStore(world);
  const product = {
    ...{ storeId: shop.store.id, kind: "service" as const, currency: "UGX" },
    ...{ createdAt: now, updatedAt: now },
  };
  await world.db.product.createMany({
    data: [
      { ...product, token: "t1", name: "Water 50 %", priceMinor: 500n, salePriceMinor: 450n },
      { ...product, token: "t2", name: "Water 50 l", priceMinor: 800n },
      { ...product, token: "t3", name: "Old water", priceMinor: 1n, status: "archived" },
    ],
  });
  const names = async (text: string) =>
    (await productsToPick(world, shop.live, text, 10)).map(({ name }) => name);
  expect(await names("water 50")).toEqual(["Water 50 l", "Water 50 %"]);
  // A sign of the database's own in what is typed is that sign.
  expect(await names("50 %")).toEqual(["Water 50 %"]);
  const prices = await pricesByName(world, shop.live, ["Water 50 %", "Old water", "water 50 l"]);
  expect([...prices]).toEqual([["Water 50 %", { minor: 450n, currency: "UGX" }]]);
});
