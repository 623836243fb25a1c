import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { startPaystack } from "@/e2e/emulators/paystack";
import { say } from "@/lib/domain/refusal";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { listTasks } from "@/lib/services/money/tasks/list";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword as password } from "@/lib/testing/money";
import { openShop } from "@/lib/testing/rails/emulated";
import { refused } from "@/lib/testing/refused";
import type { TestStore } from "@/lib/testing/world";
import { checkAccount, saveAccount } from "./connect";
import { openOwnAccounts } from "./open";
import { listAccounts } from "./read";
import { watchAccounts } from "./watch";

const secretKey = "sk_test_0123456789abcdef";
const emulator = await startPaystack({ secretKey });
const world = await openStage();
Object.assign(world.rails, {
  own: openOwnAccounts(world, { RAIL_PAYSTACK_BASE_URL: emulator.url }, world.sandbox),
});
afterAll(() => emulator.close());

let shop: TestStore;
let seller: TestStore["live"] & { userId: number; role: "owner" };
let key: string;

beforeEach(async () => {
  emulator.switches.revoked = false;
  Object.assign(world.config, { wallets: true });
  shop = await openShop(world, { country: "GH", amount: { minor: 5_000n, currency: "GHS" } } as never);
  await giveTestPassword(world, shop.owner.id);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
  key = (await save()).key;
});
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
});

const save = (more: object = {}, credentials = { secretKey }) =>
  saveAccount(world, seller, {
    ...{ rail: "paystack", livemode: false, label: "Shop at the beach", credentials, password, ...more },
  });
async function pay(): Promise<string> {
  const { id } = await startPayment(world, shop.live, {
    ...{
      id: randomUUID(),
      browser: "thepayersownbrowser000",
      method: "mobile_money",
      phone: "+233551234987",
    },
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
  });
  return id;
}
const railOfAttempt = async (id: string) =>
  (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).rail;
const account = async () => (await listAccounts(world, seller))[0];
const tasks = async () =>
  (await listTasks(world, shop.live, {}, { skip: 0, take: 10 })).rows.map(({ kind }) => kind);
const mails = () =>
  world.db.message.findMany({ where: { template: "rail_account_refused", recipient: shop.owner.email } });
const soon = { timeout: 5_000, interval: 20 };

test("keys that a payment finds refused close the account at once, and payers are offered the next way", async () => {
  emulator.switches.revoked = true;
  expect(await railOfAttempt(await pay())).toBe(key);
  await expect.poll(async () => (await account())?.state, soon).toBe("broken");
  expect(await railOfAttempt(await pay())).toBe("sandbox");
  Object.assign(world.config, { wallets: false });
  expect(await readPayOptions(world, shop.store, "GHS")).toBeNull();
});

test("its owner is told once, by mail, on their devices and under Needs you, until it is well again", async () => {
  await world.db.pushDevice.create({
    data: {
      ...{ userId: shop.owner.id, sessionId: randomUUID(), name: "Phone", createdAt: world.clock.now() },
      ...{ endpointHash: Buffer.from(randomUUID()), sealed: world.secrets.seal("{}") },
    },
  });
  emulator.switches.revoked = true;
  await pay();
  await expect.poll(async () => (await account())?.state, soon).toBe("broken");
  await watchAccounts(world);
  await watchAccounts(world);
  expect(await mails()).toHaveLength(1);
  expect(await tasks()).toContain("own_refused");
  const alerts = await world.db.alert.findMany({ where: { storeId: shop.store.id, event: "account" } });
  expect(alerts.map(({ channel }) => channel)).toEqual(["push"]);
  emulator.switches.revoked = false;
  world.clock.advance(15 * 60_000);
  await watchAccounts(world);
  expect(await account()).toMatchObject({ state: "on", problem: null });
  expect(await tasks()).not.toContain("own_refused");
  expect(await railOfAttempt(await pay())).toBe(key);
});

test("keys that nobody uses are looked at once a day", async () => {
  emulator.switches.revoked = true;
  await watchAccounts(world);
  expect(await account()).toMatchObject({ state: "on" });
  world.clock.advance(25 * 3_600_000);
  await watchAccounts(world);
  expect(await account()).toMatchObject({ state: "broken" });
  await watchAccounts(world);
  expect(await mails()).toHaveLength(1);
});

test("a provider that is only away closes nothing, also when its owner presses Check connection", async () => {
  emulator.switches.down = true;
  await pay();
  world.clock.advance(25 * 3_600_000);
  await watchAccounts(world);
  expect(await checkAccount(world, seller, key)).toMatchObject({ ok: false });
  emulator.switches.down = false;
  expect(await account()).toMatchObject({ state: "on" });
});

test("new keys of the same account follow what is under way with the old ones", async () => {
  emulator.callbackUrl.current = "";
  const id = await pay();
  expect(await save({ key })).toMatchObject({ ok: true, key });
  await emulator.advance(5_000);
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  expect(await world.db.paymentAttempt.findUnique({ where: { id } })).toMatchObject({ status: "succeeded" });
});

test("keys of another account at the provider are refused: it knows nothing of what came before", async () => {
  await pay();
  const elsewhere = await startPaystack({ secretKey: "sk_test_another9876543210" });
  const own = openOwnAccounts(world, { RAIL_PAYSTACK_BASE_URL: elsewhere.url }, world.sandbox);
  await own.reload();
  const there = { ...world, rails: { ...world.rails, own } };
  await refused(
    saveAccount(there, seller, {
      ...{ key, rail: "paystack", livemode: false, label: "Shop at the beach", password },
      credentials: { secretKey: "sk_test_another9876543210" },
    }),
    { form: [expect.objectContaining({ code: "account_another" })] },
  );
  await elsewhere.close();
});

test("what an account waits for is forgotten with new keys or a check, and said again where it is so still", async () => {
  const waits = () => {
    const detail = say("rail_initiator_refused", { name: "M-PESA", said: "2001" });
    raiseAnomaly(world, shop.store.id)({ rail: key as "paystack", what: "needs_operator", detail });
  };
  for (const look of [() => save({ key }), () => checkAccount(world, seller, key)]) {
    waits();
    await expect.poll(tasks, soon).toEqual(["own_rail_odd"]);
    await look();
    expect(await tasks()).toEqual([]);
  }
  waits();
  await expect.poll(tasks, soon).toEqual(["own_rail_odd"]);
});
