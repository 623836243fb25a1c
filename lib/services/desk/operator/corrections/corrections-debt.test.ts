import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import { settle } from "@/lib/services/money/settlement/settle";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment } from "@/lib/testing/money";
import { newOperator, operatorPassword as password } from "@/lib/testing/operator";
import { type TestStore, testStore } from "@/lib/testing/world";
import { checkInvariants } from "../../invariants/check-invariants";
import type { Operator } from "../operator";
import { approveCorrection } from "./decide";
import { proposeCorrection } from "./propose";
import { readCorrection } from "./read";

const world = await openStage();
let shop: TestStore;
let first: Operator & { email: string };
let second: Operator & { email: string };

beforeEach(async () => {
  shop = await testStore(world);
  first = await newOperator(world);
  second = await newOperator(world);
});

const wallet = () => readWallet(world.db, shop.store.id, "UGX");

/** The store owes UGX 1,000. */
async function owes(): Promise<void> {
  const { attemptId } = await paidPayment(world, shop);
  await transact(world, (unit) =>
    unit.post({
      ...{ kind: "test", sourceId: attemptId, storeId: shop.store.id, rail: "sandbox", currency: "UGX" },
      postings: [{ from: "wallet_pending", to: "clearing", amountMinor: 1_000n }],
    }),
  );
  const amount = { minor: 50_000n, currency: "UGX" };
  const settlement = { railRef: `sbx_${attemptId}`, amount, paidAt: world.clock.now() };
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { ...settlement, method: "mobile_money" },
  });
  expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 1_000n });
}

function propose(from: string, to: string, amount: string) {
  const store = String(shop.store.id);
  const input = {
    id: randomUUID(),
    store,
    rail: "",
    currency: "UGX",
    from,
    to,
    amount,
    reason: "Our mistake",
  };
  return proposeCorrection(world, first, input);
}

test("a correction that gives to the wallet of a store that owes says, and does, that the debt is paid first", async () => {
  await owes();
  const { id } = await propose("fee_income", "wallet_available", "1500");
  const { effects } = await readCorrection(world, second, id);
  await approveCorrection(world, second, { id, password });
  expect(await wallet()).toMatchObject({ availableMinor: 500n, debtMinor: 0n });
  expect(effects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "wallet_available", beforeMinor: 0n, afterMinor: 500n }),
      expect.objectContaining({ kind: "store_debt", beforeMinor: 1_000n, afterMinor: 0n }),
    ]),
  );
});

test("a debt is not made larger to give to the wallet that would pay it", async () => {
  await owes();
  const refused = await propose("store_debt", "wallet_available", "500").then(
    () => null,
    (error: unknown) => (error instanceof Invalid ? error.errors : error),
  );
  expect(refused).toHaveProperty("to");
  expect(await checkInvariants(world, { storeId: shop.store.id, quiet: true })).toEqual([]);
});
