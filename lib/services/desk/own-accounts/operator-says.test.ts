import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import { readCollectedCountries } from "@/lib/services/money/checkout/prompt-limit";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { saveSchedule } from "@/lib/services/money/out/payouts/schedule";
import { playMoneyOf, routeOf } from "@/lib/services/money/rails";
import { hasWallet } from "@/lib/services/money/wallet/read";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, testPassword as password, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { saveAccount, switchAccount } from "./connect";
import { connectable } from "./read";

const world = await openStage();
const asSet = { ...world.config };
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  Object.assign(world.config, asSet);
  shop = await sellingStore(world);
});
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
});

const says = (more: Partial<typeof asSet>) => Object.assign(world.config, more);
const account = { rail: "sandbox", livemode: true, label: "Till", credentials: {}, password };
const connect = () => saveAccount(world, shop.seller, account);
const options = () => readPayOptions(world, shop.store, "UGX");

describe("the operator says", () => {
  test("at which rails stores may connect accounts", async () => {
    expect(connectable(world)).toContain("paystack");
    expect(connectable(world, "KE").slice(0, 2)).toEqual(["mpesa", "paystack"]);
    expect(connectable(world, "GH").indexOf("mpesa")).toBeGreaterThan(3);
    says({ ownAccounts: { rails: ["stripe"], verifiedOnly: false } });
    expect(connectable(world)).toEqual(["stripe", "sandbox"]);
    const paystack = { ...account, rail: "paystack", credentials: { secretKey: "sk_live_1" } };
    await expect(saveAccount(world, shop.seller, paystack)).rejects.toThrow();
    says({ ownAccounts: { rails: [], verifiedOnly: false } });
    expect(connectable(world)).toEqual([]);
    await expect(connect()).rejects.toThrow();
  });

  test("that an account which is connected stays in use, and is not switched on again", async () => {
    const { key } = await connect();
    says({ ownAccounts: { rails: [], verifiedOnly: false } });
    const { attemptId } = await paidPayment(world, shop);
    expect(await world.db.paymentAttempt.findUnique({ where: { id: attemptId } })).toMatchObject({
      rail: key,
    });
    await switchAccount(world, shop.seller, { key, on: false, password });
    await expect(switchAccount(world, shop.seller, { key, on: true, password })).rejects.toThrow();
  });

  test("whether a store must be verified first", async () => {
    says({ ownAccounts: { rails: null, verifiedOnly: true } });
    const fresh = await sellingStore(world, { store: { verificationStatus: "unverified" } });
    await refused(saveAccount(world, fresh.seller, account), {
      form: [expect.objectContaining({ code: "account_unverified" })],
    });
    expect(await connect()).toMatchObject({ ok: true });
  });
});

describe("what payers are told of their money", () => {
  test("is what is true of the accounts of the store, whatever rails the operator has", async () => {
    expect(playMoneyOf(world.rails, shop.store.id)).toBe("sandbox");
    const { key } = await connect();
    expect(playMoneyOf(world.rails, shop.store.id)).toBe("sandbox");
    const mode = async (livemode: boolean) => {
      await world.db.railAccount.update({
        where: { key },
        data: { livemode, updatedAt: world.clock.now() },
      });
      await world.rails.own?.reload();
    };
    await mode(true);
    expect(playMoneyOf(world.rails, shop.store.id)).toBeNull();
    const query = { op: "charge", method: "card", country: "UG", currency: "UGX" } as const;
    const ways = async () => (await routeOf(world, { ...query, storeId: shop.store.id })).map(({ id }) => id);
    expect(await ways()).toEqual([key]);
    await mode(false);
    expect(await ways()).toEqual([key, "sandbox"]);
  });
});

describe("without wallets", () => {
  beforeEach(() => {
    says({ wallets: false });
  });

  test("nobody can pay a store until it has an account of its own, and then into that alone", async () => {
    expect(await options()).toBeNull();
    await expect(press(world, shop, { phone: "0772 123 789" })).rejects.toThrow();
    const { key } = await connect();
    expect(await options()).toMatchObject({ card: true });
    const { attemptId } = await paidPayment(world, shop);
    expect(await world.db.paymentAttempt.findUnique({ where: { id: attemptId } })).toMatchObject({
      rail: key,
    });
    expect(await world.db.walletHold.count({ where: { storeId: shop.store.id } })).toBe(0);
    await switchAccount(world, shop.seller, { key, on: false, password });
    expect(await options()).toBeNull();
  });

  test("there is no payout, no account for one and no schedule", async () => {
    expect(await hasWallet(world, shop.store.id)).toBe(false);
    const to = { kind: "mobile_money" as const, phone: "0772 123 789", network: "mtn", name: "Amina" };
    await expect(addDestination(world, shop.seller, { ...to, password })).rejects.toThrow("not_found");
    const payout = { id: crypto.randomUUID(), destination: "1", amount: "1000", password };
    await expect(requestPayout(world, shop.seller, payout as never)).rejects.toThrow("not_found");
    await expect(saveSchedule(world, shop.seller, { password } as never)).rejects.toThrow("not_found");
  });

  test("a wallet in which money is from before is still paid out", async () => {
    says({ wallets: true });
    await paidPayment(world, shop);
    says({ wallets: false });
    expect(await hasWallet(world, shop.store.id)).toBe(true);
  });

  test("people of every country may sign up: each brings an account", async () => {
    const places = { UG: { currency: "UGX" }, DE: { currency: "EUR" } };
    expect([...(await readCollectedCountries(world, places))]).toEqual(["UG", "DE"]);
  });
});
