import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import { startMpesa } from "@/e2e/emulators/mpesa";
import { Prisma } from "@/lib/db/client";
import { readSubscriptions, type SubscriptionRow } from "@/lib/db/rows";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkAccount, saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { openOwnAccounts } from "@/lib/services/desk/own-accounts/open";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { proveAllHeard } from "@/lib/services/money/till/hear";
import { type CallbackRoute, openCallbackRoute } from "./callback-route";
import { checkLedger } from "./check-ledger";
import { giveTestPassword, testPassword as password } from "./money";
import { openShop } from "./rails/emulated";
import { type TestStore, type TestWorld, testClock, testWorld } from "./world";

/** The payer's phone, as M-PESA knows it. */
export const phone = "254712345678";

export interface OrderTown {
  emulator: Awaited<ReturnType<typeof startMpesa>>;
  route: CallbackRoute;
  world: TestWorld;
  shop: TestStore;
  payer: TestStore["live"];
  /** Of the store's account. */
  key: string;
  /** Of the subscription. */
  id: string;
  row(): Promise<SubscriptionRow>;
  pass(seconds: number): Promise<void>;
  /** Days, each with what the clock does at half past nine in the morning. */
  days(count: number): Promise<void>;
  until(day: string): Promise<void>;
  payByHand(): Promise<void>;
}

/**
 * For a file of tests: in each a store with a paybill at M-PESA that has standing orders, over real HTTP, and a monthly
 * subscription of KES 500 that was paid by prompt. Whatever a test did, the books are right after it.
 */
export function openOrderTown(): OrderTown {
  // Safe: it is filled before each test.
  const town = {} as OrderTown;
  beforeEach(async () => {
    Object.assign(town, acts(town), await build(town));
    await pay(town, { kind: "subscription_start", productId: town.shop.products[0].id, ref: randomUUID() });
    const { id } = await town.world.db.subscription.findFirstOrThrow({
      where: { storeId: town.shop.store.id },
    });
    town.id = id;
    // From half past twelve to half past nine.
    await town.pass(21 * 3_600);
  });
  afterEach(async () => {
    const { world, shop, emulator, route } = town;
    expect(await checkLedger(world)).toEqual([]);
    expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
    await world.db.railAccount.updateMany({ data: { removedAt: world.clock.now() } });
    await emulator.close();
    await route.close();
  });
  return town;
}

async function build(town: OrderTown): Promise<Partial<OrderTown>> {
  const emulator = await startMpesa({ keys: { passkey: "the-passkey" } });
  const route = await openCallbackRoute(() => town.world);
  const base = testWorld({ clock: testClock(new Date(emulator.now())) });
  const config = {
    ...{ ...base.config, siteUrl: route.url },
    ownAccounts: { ...base.config.ownAccounts, rails: ["mpesa" as const] },
  };
  const own = openOwnAccounts({ ...base, config }, { RAIL_MPESA_BASE_URL: emulator.url }, null);
  const world = { ...base, config, rails: { all: [], sandbox: null, own } };
  emulator.callbackUrl.current = route.url;
  const shop = await openShop(world, { country: "KE", amount: { minor: 50_000n, currency: "KES" } } as never);
  const data = { timeZone: "Africa/Nairobi", letsRenew: true };
  await world.db.store.update({ where: { id: shop.store.id }, data });
  await giveTestPassword(world, shop.owner.id);
  const { consumerKey, consumerSecret, shortCode, passkey, initiator, securityCredential } = emulator.keys;
  const keys = { consumerKey, consumerSecret, shortCode, passkey, securityCredential };
  const credentials = { ...keys, initiatorName: initiator, standingOrders: "2026" };
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const account = { rail: "mpesa", livemode: true, label: "Paybill", credentials, password };
  const { key } = await saveAccount(world, seller, account);
  Object.assign(town, { world });
  await checkAccount(world, seller, key);
  return { emulator, route, world, shop, payer: { ...shop.live, actor: "payer" }, key };
}

/** By prompt, which the phone approves. */
async function pay({ world, shop, pass }: OrderTown, what: Parameters<typeof startPayment>[2]["for"]) {
  await startPayment(world, shop.live, {
    ...{ id: randomUUID(), browser: "thepayersownbrowser000", method: "mobile_money", phone: `+${phone}` },
    ...{ name: "Ann Payer", email: "ann@example.com", for: what },
  });
  await pass(20);
}

function acts(town: OrderTown): Partial<OrderTown> {
  const pass = async (seconds: number) => {
    town.world.clock.advance(seconds * 1_000);
    await town.emulator.advance(seconds * 1_000);
    await town.route.settled();
  };
  const days = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const { world } = town;
      await pass(24 * 3_600 - 60);
      // What a question to the network brings comes seconds later.
      await proveAllHeard(world);
      await pass(60);
      await advanceDueSubscriptions(world);
      await renewDue(world);
      await remindDueSubscriptions(world);
    }
  };
  return {
    pass,
    days,
    async until(day) {
      while (town.world.clock.now().toISOString() < day) await days(1);
    },
    async row() {
      const { world, id } = town;
      const [found] = await readSubscriptions(world.db, Prisma.sql`WHERE subscription.id = ${id}`);
      if (!found) throw new Error("There is no subscription.");
      return found;
    },
    payByHand: () => pay(town, { kind: "subscription_renewal", subscriptionId: town.id }),
  };
}
