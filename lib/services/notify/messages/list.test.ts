import { expect, test } from "vitest";
import { transact } from "@/lib/services/core/unit";
import type { NewMessage } from "@/lib/services/core/world";
import { listMessages } from "@/lib/services/desk/operator/overview";
import { NotAllowed, type Seller } from "@/lib/services/people/accounts/permit";
import { newOperator } from "@/lib/testing/operator";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { listStoreMessages } from "./list";

const world = testWorld();
const page = { skip: 0, take: 25 };

function sellerOf(shop: TestStore, role: Seller["role"] = "owner"): Seller {
  return { ...shop.live, userId: shop.owner.id, role };
}

async function write(shop: TestStore, of: Partial<NewMessage> = {}): Promise<void> {
  const { id: storeId, accountId } = shop.store;
  const dedupeKey = `${storeId}/${of.channel ?? "email"}/${of.template ?? "receipt_order"}`;
  const mail = {
    why: "paid" as const,
    channel: "email" as const,
    recipient: "amina@example.com",
    template: "receipt_order",
  };
  await transact(world, (unit) =>
    unit.queueMessage({ storeId, accountId, ...mail, subject: "Receipt", body: "Link", dedupeKey, ...of }),
  );
}

test("a seller sees the own store's messages, phones by their last three digits", async () => {
  const shop = await testStore(world);
  await write(shop);
  await write(shop, { channel: "sms", recipient: "+256772000111", subject: "" });
  await write(await testStore(world));
  const { rows, total } = await listStoreMessages(world, sellerOf(shop), {}, page);
  expect(total).toBe(2);
  expect(rows.map(({ recipient, status, body }) => [recipient, status, body])).toEqual([
    ["••• 111", "kept", "Link"],
    ["amina@example.com", "kept", "Link"],
  ]);
  expect(
    JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("772000");
});

test("by channel and by status", async () => {
  const shop = await testStore(world);
  await write(shop);
  await write(shop, { channel: "sms", recipient: "+256772000111" });
  const count = async (filters: Parameters<typeof listStoreMessages>[2]) =>
    (await listStoreMessages(world, sellerOf(shop), filters, page)).total;
  expect(await count({ channel: "sms" })).toBe(1);
  expect(await count({ status: "kept" })).toBe(2);
  expect(await count({ channel: "sms", status: "failed" })).toBe(0);
});

test("nobody in the store reads a customer's code, and who may only look reads no links", async () => {
  const shop = await testStore(world);
  await write(shop, { template: "contact_code", subject: "482913 is your code", body: "482913" });
  await write(shop);
  const bodies = async (role: Seller["role"]) =>
    (await listStoreMessages(world, sellerOf(shop, role), {}, page)).rows.map(({ body, subject }) => [
      subject,
      body,
    ]);
  expect(await bodies("owner")).toEqual([
    ["Receipt", "Link"],
    ["", null],
  ]);
  expect(await bodies("viewer")).toEqual([
    ["Receipt", null],
    ["", null],
  ]);
});

test("operators see all stores' messages, and nobody else does", async () => {
  const [one, two] = [await testStore(world), await testStore(world)];
  await write(one);
  await write(two);
  const { rows } = await listMessages(world, await newOperator(world), {}, page);
  const seller = { userId: one.owner.id, actor: `user:${one.owner.id}` };
  await expect(listMessages(world, seller, {}, page)).rejects.toBeInstanceOf(NotAllowed);
  expect(rows.map(({ storeId }) => storeId).slice(0, 2)).toEqual([two.store.id, one.store.id]);
});
