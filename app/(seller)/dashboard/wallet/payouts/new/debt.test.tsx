import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { settle } from "@/lib/services/money/settlement/settle";
import { atPages, html, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import NewPayoutPage from "./page";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
}, 60_000);

test("a store in debt reads what it owes instead of a form that would be refused", async () => {
  const { attemptId } = await paidPayment(world, shop);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: "0772 000 789", network: "", name: "Achieng Otieno" },
    password: testPassword,
  });
  expect(await html(NewPayoutPage())).toContain('name="amount"');
  await requestPayout(world, shop.seller, {
    ...{ id: randomUUID(), destinationId, amount: "48000", password: testPassword },
  });
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: {
      railRef: `sbx_${attemptId}`,
      amount: { minor: 50_000n, currency: "UGX" },
      paidAt: world.clock.now(),
      method: "mobile_money",
    },
  });
  const page = await html(NewPayoutPage());
  expect(page).toContain("This store owes UGX ");
  expect(page).not.toContain('name="amount"');
});
