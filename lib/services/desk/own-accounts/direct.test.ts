import { afterEach, beforeEach, expect, test } from "vitest";
import { startMpesa } from "@/e2e/emulators/mpesa";
import { say } from "@/lib/domain/refusal";
import { readArrived } from "@/lib/services/money/settlement/read-arrived";
import { openCallbackRoute } from "@/lib/testing/callback-route";
import { giveTestPassword, testPassword as password } from "@/lib/testing/money";
import { openShop } from "@/lib/testing/rails/emulated";
import { type TestStore, type TestWorld, testClock, testWorld } from "@/lib/testing/world";
import { checkAccount, saveAccount } from "./connect";
import { openOwnAccounts } from "./open";
import { listAccounts } from "./read";

// An account at M-PESA, from its set-up page to what arrives: over real HTTP, at its own address.

let emulator: Awaited<ReturnType<typeof startMpesa>>;
let route: Awaited<ReturnType<typeof openCallbackRoute>>;
let world: TestWorld;
let shop: TestStore;
let seller: TestStore["live"] & { userId: number; role: "owner" };

beforeEach(async () => {
  emulator = await startMpesa({ keys: { passkey: "the-passkey" } });
  route = await openCallbackRoute(() => world);
  const base = testWorld({ clock: testClock(new Date(emulator.now())) });
  const config = {
    ...{ ...base.config, siteUrl: route.url },
    ownAccounts: { ...base.config.ownAccounts, rails: ["mpesa" as const] },
  };
  const own = openOwnAccounts({ ...base, config }, { RAIL_MPESA_BASE_URL: emulator.url }, null);
  world = { ...base, config, rails: { all: [], sandbox: null, own } };
  emulator.callbackUrl.current = route.url;
  shop = await openShop(world, { country: "KE", amount: { minor: 50_000n, currency: "KES" } } as never);
  await giveTestPassword(world, shop.owner.id);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});
afterEach(async () => {
  await world.db.railAccount.updateMany({ data: { removedAt: world.clock.now() } });
  await emulator.close();
  await route.close();
});

async function connect(more: Record<string, string> = {}) {
  const { consumerKey, consumerSecret, shortCode, passkey } = emulator.keys;
  const credentials = { consumerKey, consumerSecret, shortCode, passkey, ...more };
  return saveAccount(world, seller, {
    ...{ rail: "mpesa", livemode: true, label: "Till at the gate", credentials, password },
  });
}
const check = async (key: string) => {
  const { ok, detail } = await checkAccount(world, seller, key);
  return { ok, code: detail?.code };
};
const tasks = async () =>
  (await world.db.task.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } })).map(
    ({ kind, details }) => [kind, Object(details).reference ?? Object(details).detail],
  );
const asked = (path: string) => emulator.requests.filter((one) => one.path === path).length;

test("Check connection has what is paid at the till told to us, once", async () => {
  const { key, ok } = await connect();
  expect(ok).toBe(true);
  expect(asked("/mpesa/c2b/v2/registerurl")).toBe(0);
  expect(await check(key)).toEqual({ ok: true, code: "rail_told" });
  expect(await check(key)).toEqual({ ok: true, code: "rail_told_before" });
  const line = await emulator.pay({ phone: "254722000001", amount: 300, account: "SHOP 12" });
  await route.settled();
  expect(await tasks()).toEqual([["own_unknown_payment", Object(line).receipt]]);
});

test("a passkey of another short code is found without asking a payer", async () => {
  const { key, ok, detail } = await connect({ passkey: "of-another-short-code" });
  expect(ok).toBe(false);
  expect(detail).toMatchObject({ code: "rail_check_refused" });
  expect((await listAccounts(world, seller))[0]).toMatchObject({ state: "broken" });
  expect(await check(key)).toEqual({ ok: false, code: "rail_check_refused" });
  expect(asked("/mpesa/stkpush/v1/processrequest")).toBe(0);
  expect(asked("/mpesa/c2b/v2/registerurl")).toBe(0);
});

test("addresses that are refused leave the account on, and its owner is told", async () => {
  const { key } = await connect();
  emulator.unkind.refuse = { status: 400, errorCode: "400.003.02", errorMessage: "Bad Request" };
  expect(await check(key)).toEqual({ ok: false, code: "rail_told_refused" });
  expect((await listAccounts(world, seller))[0]).toMatchObject({ state: "on", problem: null });
  const [task] = await tasks();
  expect(task).toEqual(["own_rail_odd", "rail_told_refused"]);
});

test("the list is switched on with the phone of the short code, and is read for what no callback told", async () => {
  const { key } = await connect({ listPhone: "0722 000 000" });
  expect(await check(key)).toEqual({ ok: true, code: "rail_told" });
  expect(asked("/pulltransactions/v1/register")).toBe(1);
  emulator.unkind.copies = { confirmation: 0 };
  const line = await emulator.pay({ phone: "254722000001", amount: 300, account: "SHOP 12" });
  await readArrived(world);
  expect(await tasks()).toEqual([["own_unknown_payment", Object(line).receipt]]);
});

test("a list that is refused is said, and so is it when it is read", async () => {
  const { key } = await connect({ listPhone: "0722000000" });
  // Nobody switched it on, and so reading it is refused.
  expect(await readArrived(world)).toMatchObject({ failed: 1 });
  await expect.poll(tasks).toEqual([["own_rail_odd", "rail_list_refused"]]);
  const { detail } = await checkAccount(world, seller, key);
  expect(detail).toEqual(say("rail_told", { name: "M-PESA" }));
  expect(await readArrived(world)).toMatchObject({ failed: 0 });
});
