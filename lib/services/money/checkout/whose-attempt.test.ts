import { beforeEach, expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { paymentLink } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";

const world = await openStage();
let shop: TestStore;
const other = "anotherbrowser00000000";

beforeEach(async () => {
  shop = await testStore(world);
});

const attempts = () => world.db.paymentAttempt.count({ where: { storeId: shop.store.id } });
const customers = () => world.db.customer.count({ where: { accountId: shop.accountId } });

test("pressing again in the same browser leads to its attempt", async () => {
  const first = await press(world, shop);
  expect(await press(world, shop)).toEqual({ ...first, isNew: false });
});

test("for somebody's ref, another browser learns that a payment is open, and nothing else of it", async () => {
  await press(world, shop);
  for (const phone of ["0772 124 789", "0772 123 789"])
    await expect(press(world, shop, { phone, browser: other })).rejects.toMatchObject({
      open: { kind: "hidden", token: null, amount: null, phone: null, endsAt: expect.any(Date) },
    });
  expect(await attempts()).toBe(1);
  expect(await customers()).toBe(1);
});

test("of an e-mail that was typed too: nothing says who else pays with it", async () => {
  const link = await paymentLink(world, shop, { collectEmail: true });
  const paymentFor = { kind: "payment_link" as const, linkId: link.id, amount: null, answer: null };
  await press(world, shop, { for: paymentFor, email: "mary@example.org" });
  await expect(
    press(world, shop, { for: paymentFor, email: "mary@example.org", phone: "0772 124 789", browser: other }),
  ).rejects.toMatchObject({ open: { kind: "hidden", token: null, amount: null, phone: null } });
});

test("another amount from the same phone is another payment: neither is handed over silently", async () => {
  const link = await paymentLink(world, shop, {
    amountType: "custom",
    amountMinor: null,
    minAmountMinor: 100n,
  });
  const paymentFor = (amount: string) => ({
    kind: "payment_link" as const,
    linkId: link.id,
    amount,
    answer: null,
  });
  const first = await press(world, shop, { for: paymentFor("1500") });
  await expect(press(world, shop, { for: paymentFor("500") })).rejects.toMatchObject({
    open: { kind: "yours", token: first.token, amount: { minor: 1_500n, currency: "UGX" } },
  });
  await expect(press(world, shop, { for: paymentFor("500"), browser: other })).rejects.toMatchObject({
    open: { kind: "number", token: null, amount: null, phone: null },
  });
  await expect(press(world, shop, { for: paymentFor("1500"), browser: other })).rejects.toMatchObject({
    open: { kind: "number", token: null },
  });
});

test("once it is over, anybody may begin another", async () => {
  await press(world, shop, { phone: "0772 123 049" });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  expect(await press(world, shop, { phone: "0772 124 789", browser: other })).toMatchObject({ isNew: true });
});

test("an attempt from before browsers were known is nobody's", async () => {
  const { id } = await press(world, shop);
  await world.db.paymentAttempt.update({ where: { id }, data: { browserHash: null } });
  await expect(press(world, shop)).rejects.toMatchObject({ open: { kind: "hidden", token: null } });
});
