import { expect, test } from "vitest";
import { orderInclude } from "@/lib/db/rows";
import { transact } from "@/lib/services/core/unit";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { lockAttempt } from "./lock-attempt";

const world = await openStage();

test("what is locked is read as Prisma reads it: every column, with the customer and the lines in their order", async () => {
  const shop = await testStore(world, { store: { buyerPaysCharges: true } });
  const { id: productId } = await product(world, shop);
  const paymentFor = { kind: "product" as const, productId, quantity: 2 };
  const { id } = await press(world, shop, { for: paymentFor });
  const include = { order: { include: orderInclude } };
  const expected = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id }, include });
  expect(expected.order.items).toHaveLength(2);
  const locked = await transact(world, (unit) => lockAttempt(unit, id));
  const { phoneSealed, browserHash, instrumentHash, isAnothers, ...rest } = locked;
  expect(isAnothers).toBe(false);
  expect(Buffer.from(phoneSealed ?? [])).toEqual(Buffer.from(expected.phoneSealed ?? []));
  expect(Buffer.from(browserHash ?? [])).toEqual(Buffer.from(expected.browserHash ?? []));
  expect(Buffer.from(instrumentHash ?? [])).toEqual(Buffer.from(expected.instrumentHash ?? []));
  const { phoneSealed: _, browserHash: __, instrumentHash: ___, ...wanted } = expected;
  expect(rest).toEqual(wanted);
});
