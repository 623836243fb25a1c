import { expect, test } from "vitest";
import { stateOf } from "@/app/(pay)/attempt/[token]/state-of";
import { openShop } from "@/lib/testing/in-paying-world";
import { press, withRail } from "@/lib/testing/payments";
import { paymentLink } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { checkAttempt, pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { readAttemptPage } from "./pages/read-attempt-page";

const { world, shop } = await openShop(testStore);

const lost = async () => {
  throw new Error("reset");
};
const byCard = { method: "card" as const, email: "ann@example.com" };

async function state(token: string, cameBack: "no" | "left" | "done" = "no") {
  const found = await readAttemptPage(world, token, null);
  return found && stateOf(world, found, { cameBack, isMissing: false, code: "no", others: [] });
}

test("a card whose page is not known yet is being opened, then could not be reached; never a phone, never a PIN", async () => {
  const deaf = withRail(world, { charge: lost, chargeStatus: async () => ({ kind: "not_found" }) });
  const { token } = await press(deaf, shop, byCard);
  expect(await state(token)).toEqual({ kind: "card_page", isLost: false });
  world.clock.advance(31_000);
  await checkAttempt(deaf, token);
  expect(await state(token)).toEqual({ kind: "card_page", isLost: true });
});

test("the page that a status brings is where the payer goes; what the charge itself said stays", async () => {
  const url = "https://cards.example/pay/1";
  const found = withRail(world, {
    charge: lost,
    chargeStatus: async () => ({ kind: "pending", redirectUrl: url }),
  });
  const { token } = await press(found, shop, byCard);
  world.clock.advance(5_000);
  await checkAttempt(found, token);
  expect(await state(token)).toMatchObject({ kind: "redirect", href: url, isCard: true });
  const other = withRail(world, {
    chargeStatus: async () => ({ kind: "pending", redirectUrl: "https://cards.example/other" }),
  });
  world.clock.advance(10_000);
  await checkAttempt(other, token);
  expect(await state(token)).toMatchObject({ href: url });
});

test("a card without a page locks nobody out; if both are paid in the end, the second goes back by itself", async () => {
  const deaf = withRail(world, { charge: lost });
  const first = await press(deaf, shop, byCard);
  expect(await press(deaf, shop, byCard)).toEqual({ ...first, isNew: false });
  world.clock.advance(31_000);
  const second = await press(world, shop, byCard);
  expect(second.isNew).toBe(true);
  for (const { id } of [second, first]) {
    const amount = { minor: 50_000n, currency: "UGX" };
    const settlement = { railRef: `sbx_${id}`, amount, paidAt: world.clock.now(), method: "card" as const };
    await settle(world, id, { kind: "succeeded", settlement });
  }
  expect(await state(second.token)).toMatchObject({ kind: "paid" });
  expect(await state(first.token)).toMatchObject({ kind: "paid_twice" });
  const refunds = await world.db.refund.findMany({ where: { storeId: shop.store.id } });
  expect(refunds).toMatchObject([{ attemptId: first.id, reason: "paid_twice" }]);
});

test("whoever comes back from the card page is told that we are checking, not to enter the card", async () => {
  const { token } = await press(world, shop, byCard);
  expect(await state(token)).toMatchObject({ kind: "redirect", cameBack: "no" });
  expect(await state(token, "done")).toMatchObject({ kind: "redirect", cameBack: "done" });
});

const other = "anotherbrowser00000000";

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
