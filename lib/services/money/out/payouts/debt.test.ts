import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { paymentReversed } from "@/lib/domain/posting";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import { listDebts } from "@/lib/services/desk/disputes";
import { openShop } from "@/lib/testing/in-paying-world";
import { paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { withRail } from "@/lib/testing/payments";
import { settle } from "../../settlement/settle";
import { workTransfers } from "../transfers/work";
import { addDestination } from "./add-destination";
import { quotePayout } from "./quote";
import { requestPayout } from "./request";
import { settlePayout } from "./settle";

const { world, shop } = await openShop(sellingStore, "own");

const wallet = () => readWallet(world.db, shop.store.id, "UGX");

async function takesBack(attemptId: string): Promise<void> {
  const amount = { minor: 50_000n, currency: "UGX" };
  const railRef = `sbx_${attemptId}`;
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { railRef, amount, paidAt: world.clock.now(), method: "mobile_money" },
  });
}

/** A payment whose net is on its way to the seller when the rail takes it back; `said` is what becomes of the payout. */
async function inDebt() {
  const { attemptId } = await paidPayment(world, shop);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: "0772 000 789", network: "", name: "Achieng Otieno" },
    password: testPassword,
  });
  const railRef = `p_${randomUUID()}`;
  let said: "pending" | "failed" | "paid" = "pending";
  const rail = withRail(world, {
    payout: async () => ({ kind: "pending", railRef }),
    payoutStatus: async () => {
      if (said === "failed") return { kind: "failed", failure: { reason: "unknown" } };
      if (said === "paid") return { kind: "succeeded", railRef, at: world.clock.now() };
      return { kind: "pending", railRef };
    },
  });
  const id = randomUUID();
  await requestPayout(rail, shop.seller, {
    ...{ id, destinationId, amount: "48000", password: testPassword },
  });
  await takesBack(attemptId);
  return {
    id,
    railRef,
    destinationId,
    async later(what: typeof said) {
      said = what;
      for (let count = 0; count < 3; count += 1) {
        world.clock.advance(60_000);
        await workTransfers(rail);
      }
    },
  };
}

test("a payout that comes back to a store in debt pays the debt, and nothing is available to pay out again", async () => {
  const { later } = await inDebt();
  const { debtMinor } = await wallet();
  expect(debtMinor).toBeGreaterThan(40_000n);
  await later("failed");
  expect(await wallet()).toMatchObject({ availableMinor: 0n, debtMinor: 0n, payoutInFlightMinor: 0n });
});

test("a payout that is taken back after it arrived pays the debt too", async () => {
  const { id, railRef, later } = await inDebt();
  await later("paid");
  expect((await wallet()).debtMinor).toBeGreaterThan(40_000n);
  await settlePayout(world, id, { kind: "reversed", railRef });
  expect(await wallet()).toMatchObject({ availableMinor: 0n, debtMinor: 0n });
});

test("a store in debt is told so, and is not paid out until what comes in has covered it", async () => {
  const { destinationId, later } = await inDebt();
  await later("paid");
  const owed = /payout_debt .*"owed":\[\{"currency":"UGX","minor":"4\d{4}"/;
  await expect(quotePayout(world, shop.live, { destinationId, amount: "1000" })).rejects.toThrow(owed);
  const ask = () =>
    requestPayout(world, shop.seller, {
      ...{ id: randomUUID(), destinationId, amount: "500", password: testPassword },
    });
  await expect(ask()).rejects.toThrow(owed);
  await paidPayment(world, shop);
  await expect(ask()).rejects.toThrow(owed);
  await releaseAll(world);
  expect(await wallet()).toMatchObject({ debtMinor: 0n });
  expect((await wallet()).availableMinor).toBeGreaterThan(500n);
  await ask();
});

test("a debt in another currency is a bar as well", async () => {
  const owing = await sellingStore(world);
  await paidPayment(world, owing);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, owing.seller, {
    ...{ kind: "mobile_money", phone: "0772 000 789", network: "", name: "Achieng Otieno" },
    password: testPassword,
  });
  await quotePayout(world, owing.live, { destinationId, amount: "1000" });
  const nothing = { pendingMinor: 0n, availableMinor: 0n };
  const taken = paymentReversed({ netMinor: 700n, feeMinor: 0n, wallet: nothing });
  const of = { sourceId: "reversal", storeId: owing.store.id, rail: "sandbox", currency: "KES" };
  await transact(world, (unit) => unit.post({ ...taken, ...of }));
  const quote = quotePayout(world, owing.live, { destinationId, amount: "1000" });
  await expect(quote).rejects.toThrow(/payout_debt .*"owed":\[\{"currency":"KES","minor":"700"/);
});

test("who runs the service sees who owes what", async () => {
  await inDebt();
  const debts = await listDebts(world, await newOperator(world));
  expect(debts.filter(({ store }) => store.id === shop.store.id)).toEqual([
    {
      store: { id: shop.store.id, name: shop.store.name },
      currency: "UGX",
      minor: (await wallet()).debtMinor,
    },
  ]);
});
