import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { callbackUrlOf } from "@/lib/providers/rails/kinds";
import type { OwnAccounts } from "@/lib/services/core/rails";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openCallbackRoute } from "../callback-route";
import { checkLedger } from "../check-ledger";
import { type TestStore, type TestWorld, testClock, testWorld } from "../world";
import { ask, openShop } from "./emulated";
import type { EmulatedHarness } from "./harness-parts";
import { harnesses } from "./harnesses";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

// Safe: the table has no other keys.
const ids = Object.keys(harnesses) as (keyof typeof harnesses)[];

interface Side {
  key: string;
  harness: EmulatedHarness;
  shop: TestStore;
}

/** Two stores, each with an account of its own at the same rail: two sets of credentials, two addresses. */
async function openTwo(id: keyof typeof harnesses) {
  const create = () => harnesses[id].main({ initiateMs: 20_000, readMs: 20_000 });
  const pair = [await create(), await create()] as const;
  const clock = testClock(new Date(pair[0].emulator.now()));
  const route = await openCallbackRoute(() => world);
  const base = testWorld({ clock });
  const rails = pair.map(({ rail, emulator }, at) => {
    const callbackUrl = `${callbackUrlOf(route.url, id)}/${at}`;
    emulator.callbackUrl.current = callbackUrl;
    return { ...rail, id: `${id}:${at}` as const, callbackUrl };
  });
  const find = (key: string) => rails.find((rail) => rail.id === key) ?? null;
  const stores: number[] = [];
  const own: OwnAccounts = {
    ...{ find, all: () => rails, isOn: () => true, modeOf: () => "live", reload: async () => {} },
    findAt: async (rail, secret) => find(`${rail}:${secret}`),
    taking: (storeId) => [find(`${id}:${stores.indexOf(storeId)}`) ?? []].flat(),
    storeOf: (key) => stores[Number(key.split(":")[1])] ?? null,
    probe: () => null,
  };
  const config = { ...base.config, siteUrl: route.url };
  const world: TestWorld = { ...base, config, rails: { all: [], sandbox: null, own } };
  const sides: Side[] = [];
  for (const [at, harness] of pair.entries()) {
    const shop = await openShop(world, harness);
    stores.push(shop.store.id);
    sides.push({ key: `${id}:${at}`, harness, shop });
  }
  open.push({
    close: async () => void (await Promise.all([...pair.map((one) => one.close()), route.close()])),
  });
  const later = async (ms: number) => {
    clock.advance(ms);
    for (const { emulator } of pair) await emulator.advance(ms);
    await route.settled();
  };
  const [first, second] = sides;
  if (!first || !second) throw new Error("There are two sides.");
  return { world, sides: [first, second] as const, later };
}

async function paid(
  { world }: { world: TestWorld },
  { harness, shop }: Side,
  token = harness.charge.ok,
): Promise<string> {
  const id = await ask(world, harness, shop, token);
  await harness.pay?.(id, token);
  return id;
}

const attemptOf = (world: TestWorld, id: string) =>
  world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });

test.each(ids)(
  "two accounts at %s: each payment and each refund goes by the account of its store",
  async (id) => {
    const town = await openTwo(id);
    const { world, sides, later } = town;
    for (const { harness } of sides) await harness.setUp?.();
    const ids = [await paid(town, sides[0]), await paid(town, sides[1])];
    await later(sides[0].harness.settledMs);
    await pollOpenAttempts(world);
    for (const [at, side] of sides.entries()) {
      const attempt = await attemptOf(world, ids[at] ?? "");
      expect(attempt).toMatchObject({ rail: side.key, status: "succeeded", suspenseReason: null });
      const seller = { ...side.shop.live, userId: side.shop.owner.id, role: "owner" as const };
      const wish = { orderId: attempt.orderId, reason: "Wrong size", requestKey: randomUUID() };
      await requestRefund(world, seller, wish);
    }
    for (let turn = 0; turn < 4; turn += 1) {
      await later(60_000);
      await workTransfers(world);
    }
    const orders = await world.db.order.findMany({
      where: { storeId: { in: sides.map(({ shop }) => shop.store.id) } },
    });
    expect(orders.map(({ paymentStatus }) => paymentStatus)).toEqual(["refunded", "refunded"]);
    expect(await checkLedger(world)).toEqual([]);
  },
  60_000,
);

test.each(ids)(
  "two accounts at %s: what one says of the other's payment changes nothing",
  async (id) => {
    const town = await openTwo(id);
    const { world, sides, later } = town;
    const [mine, theirs] = sides;
    // Whoever holds the second account tells the truth of the first one's payment, at their own address.
    mine.harness.emulator.callbackUrl.current = theirs.harness.emulator.callbackUrl.current;
    const own = world.rails.own?.find(mine.key);
    if (own) Object.assign(own, { callbackUrl: theirs.harness.emulator.callbackUrl.current });
    const attemptId = await paid(town, mine);
    await later(mine.harness.settledMs);
    expect(await attemptOf(world, attemptId)).toMatchObject({ status: "pending", paidAt: null });
    await pollOpenAttempts(world);
    expect(await attemptOf(world, attemptId)).toMatchObject({ rail: mine.key, status: "succeeded" });
    expect(await checkLedger(world)).toEqual([]);
  },
  60_000,
);

test("play money of a provider owes its operator nothing: neither in an order nor in the month's fees", async () => {
  const town = await openTwo("stripe");
  const { world, sides, later } = town;
  const [practising, live] = sides;
  const { own } = world.rails;
  const modeOf = (storeId: number) =>
    storeId === practising.shop.store.id ? ("test" as const) : ("live" as const);
  if (own) Object.assign(own, { modeOf });
  const attempts = [await paid(town, practising), await paid(town, live)];
  await later(practising.harness.settledMs);
  await pollOpenAttempts(world);
  const orders = await Promise.all(
    attempts.map((id) =>
      world.db.paymentAttempt.findUniqueOrThrow({ where: { id }, select: { order: true, status: true } }),
    ),
  );
  expect(orders.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(orders[0]?.order).toMatchObject({ feeMinor: 0n, netMinor: orders[0]?.order.totalMinor });
  expect(orders[1]?.order.feeMinor).toBeGreaterThan(0n);
  const due = (storeId: number) =>
    world.db.ledgerAccount.findFirst({ where: { storeId, kind: "fees_due" }, include: { balance: true } });
  expect((await due(practising.shop.store.id))?.balance?.balanceMinor ?? 0n).toBe(0n);
  expect((await due(live.shop.store.id))?.balance?.balanceMinor).toBe(orders[1]?.order.feeMinor);
  expect(await checkLedger(world)).toEqual([]);
});
