import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addPool } from "@/lib/services/catalog/deliverables/save";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { foundAfter } from "@/lib/testing/found-after";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import type { TestStore } from "@/lib/testing/world";

const world = await openStage();
let shop: TestStore & { seller: Seller };

/** Two codes, for which three paid, a fourth who did not, and an order of something else. */
beforeAll(async () => {
  shop = await sellingStore(world);
  const keys = await product(world, shop, { kind: "digital", name: "Keys" });
  const other = await product(world, shop, { kind: "digital", name: "Other" });
  await addPool(world, shop.seller, keys.id, { name: "Key", codes: "AAA\nBBB" });
  // 049: no funds.
  for (const [digits, of] of [
    ["100789", keys],
    ["101789", keys],
    ["102789", keys],
    ["103049", keys],
    ["104789", other],
  ] as const)
    await press(world, shop, {
      id: randomUUID(),
      for: { kind: "product", productId: of.id, quantity: 1 },
      phone: `0772 ${digits}`,
    });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
});

test("codes that were given rightly, and one that is waited for, break nothing", async () => {
  const where = { storeId: shop.store.id };
  expect(await foundAfter(world, shop, "SELECT 1")).toEqual([]);
  expect(await world.db.deliverableCode.count({ where: { ...where, orderId: { not: null } } })).toBe(2);
  expect(await world.db.order.count({ where: { ...where, paidAt: { not: null } } })).toBe(4);
  expect(await world.db.task.count({ where: { ...where, kind: "codes_used_up" } })).toBe(1);
});

const first = "id = (SELECT min(id) FROM deliverable_codes)";
const orderWith = (what: string) => `(SELECT min(o.id) FROM orders o WHERE ${what})`;
const codeless = "NOT EXISTS (SELECT 1 FROM deliverable_codes c WHERE c.order_id = o.id) AND o.paid_at";
const ofOther =
  "EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.name = 'Other') AND o.paid_at";
const waiting = `EXISTS (SELECT 1 FROM tasks t WHERE t.subject = 'order/' || o.id) AND ${codeless}`;
const given = "A code was given to two orders";
const silent = "A paid order has no code, and nobody was told";

test.each<[number, string, string, string]>([
  [
    52,
    given,
    "the same words to two orders",
    "DROP INDEX deliverable_codes_product_id_hash_key; UPDATE deliverable_codes SET hash = 'AAA'",
  ],
  [
    52,
    given,
    "to an order of another store",
    `UPDATE orders SET store_id = store_id + 1 WHERE id = (SELECT order_id FROM deliverable_codes WHERE ${first})`,
  ],
  [
    52,
    given,
    "to an order that was not paid",
    `UPDATE deliverable_codes SET order_id = ${orderWith("o.paid_at IS NULL")} WHERE ${first}`,
  ],
  [
    52,
    given,
    "to an order of something else",
    `UPDATE deliverable_codes SET order_id = ${orderWith(`${ofOther} IS NOT NULL`)} WHERE ${first}`,
  ],
  [52, given, "to an order that delivers nothing", "UPDATE order_items SET delivers = false"],
  [
    53,
    silent,
    "a code that was taken away",
    `UPDATE deliverable_codes SET order_id = NULL, given_at = NULL WHERE ${first}`,
  ],
  [53, silent, "a code that was deleted", `DELETE FROM deliverable_codes WHERE ${first}`],
  [53, silent, "no task", "DELETE FROM tasks WHERE kind = 'codes_used_up'"],
  [
    53,
    silent,
    "a task of another order",
    "UPDATE tasks SET subject = 'order/0' WHERE kind = 'codes_used_up'",
  ],
  [53, silent, "a task of another kind", "UPDATE tasks SET kind = 'no_answer' WHERE kind = 'codes_used_up'"],
  [
    53,
    silent,
    "one that waits is called fulfilled",
    `UPDATE orders SET fulfillment_status = 'fulfilled' WHERE id = ${orderWith(`${waiting} IS NOT NULL`)}`,
  ],
])("%i %s: %s", async (number, says, _what, change) => {
  const found = await foundAfter(world, shop, change);
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${number} .*${says}`)));
});
