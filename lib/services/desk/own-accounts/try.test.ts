import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, testPassword as password } from "@/lib/testing/money";
import { booksOf, tillStore } from "@/lib/testing/till";
import { saveAccount, setWays } from "./connect";
import { keepTrial, readTrial, trialSum, tryAccount } from "./try";

// The last of four steps: the owner pays a small sum to themselves, by exactly this account.

const world = await openStage();
let shop: Awaited<ReturnType<typeof tillStore>>;
beforeEach(async () => {
  shop = await tillStore(world);
});

const order = { line: "Test of Till in Ntinda", name: "Amina" };
const pay = (key: string, phone = "0772 123 789", id: string = randomUUID()) =>
  tryAccount(world, shop.seller, { key, id, phone, network: "", ...order });
const arrive = async () => {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
};
const state = async () => (await readTrial(world, shop.seller, shop.key))?.state ?? null;

test("asks the owner's phone for the least sum, turns green, and is an ordinary order with a plain name", async () => {
  expect(await state()).toBeNull();
  const { orderId } = await pay(shop.key);
  expect(await state()).toBe("waiting");
  await arrive();
  expect(await readTrial(world, shop.seller, shop.key)).toMatchObject({
    ...{ state: "paid", orderId, amount: { minor: 500n, currency: "UGX" } },
  });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId }, include: { items: true } });
  expect(order).toMatchObject({ source: "manual", ownAccount: shop.key, paymentStatus: "paid" });
  expect(order.items.map(({ name }) => name)).toEqual(["Test of Till in Ntinda"]);
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 500n });
  expect(await checkLedger(world)).toEqual([]);
});

test("goes through this account also where another of the store takes that way to pay", async () => {
  const second = { rail: "sandbox", livemode: true, label: "Shop", credentials: {}, password };
  const { key } = await saveAccount(world, shop.seller, second);
  await setWays(world, shop.seller, shop.key, ["mobile_money/UG/UGX"]);
  const { orderId } = await pay(key);
  expect(await world.db.paymentAttempt.findMany({ where: { orderId } })).toMatchObject([{ rail: key }]);
});

test("is given back as any order is, or kept, and then no more asked about", async () => {
  const { orderId } = await pay(shop.key);
  await arrive();
  await requestRefund(world, shop.seller, { orderId, reason: "Test", requestKey: "one" });
  await later(world, 10_000);
  expect(await state()).toBe("returned");
  const again = await pay(shop.key);
  await arrive();
  await keepTrial(world, shop.seller, shop.key);
  expect(await state()).toBeNull();
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 500n });
  expect(again.orderId).not.toBe(orderId);
});

test("one that nobody approves says why, and can be asked again", async () => {
  await pay(shop.key, "0772 123 139");
  await arrive();
  expect(await readTrial(world, shop.seller, shop.key)).toMatchObject({
    state: "failed",
    reason: "wrong_pin",
  });
  await pay(shop.key);
  await arrive();
  expect(await state()).toBe("paid");
});

test("is not begun with an account that is off, nor with another store's, and says what is wrong with a number", async () => {
  await expect(pay(shop.key, "12")).rejects.toMatchObject({ errors: { customerPhone: expect.anything() } });
  const other = await tillStore(world);
  await expect(pay(other.key)).rejects.toBeInstanceOf(NotFound);
  await world.db.railAccount.update({
    where: { key: shop.key },
    data: { enabled: false, updatedAt: world.clock.now() },
  });
  await world.rails.own?.reload();
  await expect(pay(shop.key)).rejects.toBeInstanceOf(Invalid);
  expect(await state()).toBeNull();
});

test.each([
  ["KES", "KE", 1_000n],
  ["UGX", "UG", 500n],
  ["NGN", "NG", 10_000n],
  ["GHS", "GH", 100n],
  ["XOF", "SN", 100n],
])("the sum in %s is small and can be given back", async (currency, country, minor) => {
  expect(trialSum({ currency, country }, [])).toEqual({ currency, minor });
});

test("it is no less than what the rail says that it takes", () => {
  const min = { minor: 5_000n, currency: "KES" };
  expect(trialSum({ currency: "KES", country: "KE" }, [min])).toEqual(min);
});
