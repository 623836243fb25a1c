import { beforeEach, expect, test } from "vitest";
import { stateOf } from "@/app/(pay)/attempt/[token]/state-of";
import { openStage } from "@/lib/testing/in-paying-world";
import { press, withRail } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { checkAttempt } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { readAttemptPage } from "./pages/read-attempt-page";

const world = await openStage();
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
});

const lost = async () => {
  throw new Error("reset");
};
const byCard = { method: "card" as const, email: "ann@example.com" };

async function state(token: string, cameBack: "no" | "left" | "done" = "no") {
  const found = await readAttemptPage(world, token, null);
  return found && stateOf(world, found, { cameBack, isMissing: false });
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
