import { beforeEach, describe, expect, test } from "vitest";
import { addressBlock } from "@/lib/domain/address-block";
import { hasAccess, statusAt } from "@/lib/domain/subscription";
import { createSecrets } from "@/lib/providers/secrets";
import { eraseCustomer } from "@/lib/services/desk/erase/erase";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { openStage } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { productPrice } from "@/lib/testing/prices";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import { advanceDueSubscriptions } from "../reminders/sweeps";
import { advanceTestSubscription } from "../test-mode/advance-subscription";
import { deleteTestData } from "../test-mode/start-subscription";
import { cancelSubscription } from "./cancel";
import { extendSubscription } from "./give";
import { listSubscriptions } from "./list";
import { readSubscription } from "./read";
import { askTrialCode, confirmTrialCode, type NewTrial, readTrialCode, startFreeDays } from "./trial";

const world = await openStage();
let shop: TestStore;

const day = 86_400_000;
const start0 = new Date("2026-03-02T09:30:00.000Z");
const end = new Date("2026-03-09T09:30:00.000Z");

beforeEach(async () => {
  world.clock.set(start0);
  shop = await testStore(world);
  await world.db.product.updateMany({
    where: { storeId: shop.store.id },
    data: { trialDays: 7, trialProof: "phone" },
  });
});

const phone = "+256772123789";
function start(input: Partial<NewTrial> = {}, caller = shop.live) {
  const whole = { productId: shop.products[0].id, ref: null, name: null, email: null, phone, ...input };
  return startFreeDays(world, caller, whole);
}
const refused = (code: string) => ({ name: "Refusal", code });

async function told(objectId: string): Promise<string[]> {
  const events = await world.db.event.findMany({ where: { objectId }, orderBy: { sequence: "asc" } });
  return events.map(({ type }) => type);
}
const sent = async () =>
  (await world.db.message.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } })).map(
    ({ template }) => template,
  );

async function goTo(at: Date): Promise<void> {
  world.clock.set(at);
  await advanceDueSubscriptions(world);
}

async function pay(id: string): Promise<void> {
  await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id } });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
}

async function nothingBroken(): Promise<void> {
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
}

describe("free days", () => {
  test("begin without a payment, are told as activated, and leave no order, attempt or entry", async () => {
    const row = await start({ ref: "user_1" });
    expect(row).toMatchObject({
      ...{ status: "active", paymentsCount: 0, totalPaidMinor: 0n, trialEndsAt: end, graceEndsAt: end },
      amountMinor: 50_000n,
    });
    expect(await told(row.id)).toEqual(["subscription.activated"]);
    expect(await told(`access/${row.id}`)).toEqual(["access.changed"]);
    expect(await sent()).toEqual(["trial_started"]);
    const where = { storeId: shop.store.id };
    expect(await world.db.order.count({ where })).toBe(0);
    expect(await world.db.paymentAttempt.count({ where })).toBe(0);
    await nothingBroken();
  });

  test("end in the very instant: expired and access.changed, never past due, and a message that they are over", async () => {
    const { id } = await start();
    await goTo(new Date(end.getTime() - 1));
    expect(hasAccess(await readSubscription(world, shop.live, id), world.clock.now())).toBe(true);
    await goTo(end);
    const row = await readSubscription(world, shop.live, id);
    expect([row.status, hasAccess(row, end), row.endedAt]).toEqual(["expired", false, end]);
    expect(await told(id)).toEqual(["subscription.activated", "subscription.expired"]);
    expect(await told(`access/${id}`)).toEqual(["access.changed", "access.changed"]);
    expect(await sent()).toEqual(["trial_started", "trial_over"]);
    await nothingBroken();
  });

  test("paid while they run: the paid period follows them, told as renewed", async () => {
    const { id } = await start();
    await goTo(new Date("2026-03-05T12:00:00Z"));
    await pay(id);
    const row = await readSubscription(world, shop.live, id);
    expect(row).toMatchObject({
      ...{ paymentsCount: 1, trialEndsAt: end, currentPeriodEnd: new Date("2026-04-09T09:30:00Z") },
      graceEndsAt: new Date("2026-04-12T09:30:00Z"),
    });
    expect(await told(id)).toEqual(["subscription.activated", "subscription.renewed"]);
    await goTo(new Date("2026-04-09T09:30:00Z"));
    expect(await told(id)).toContain("subscription.past_due");
    await nothingBroken();
  });

  test("a first payment of the same user is one of the same subscription, in the instant of the end a new beginning", async () => {
    const { id } = await start({ ref: "user_1" });
    await goTo(end);
    await press(world, shop, {
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    });
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    const row = await readSubscription(world, shop.live, id);
    expect([row.paymentsCount, statusAt(row, world.clock.now())]).toEqual([1, "active"]);
    expect(row.currentPeriodStart >= end).toBe(true);
    expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(1);
    await nothingBroken();
  });

  test("cancelled while they run: access to their end, without a message that they are over", async () => {
    const { id } = await start();
    await goTo(new Date("2026-03-03T12:00:00Z"));
    const row = await cancelSubscription(world, shop.live, id);
    expect([row.status, hasAccess(row, new Date(end.getTime() - 1)), hasAccess(row, end)]).toEqual([
      "cancelled",
      true,
      false,
    ]);
    await goTo(new Date(end.getTime() + 5 * day));
    expect(await told(id)).toEqual(["subscription.activated", "subscription.cancelled"]);
    expect(await sent()).toEqual(["trial_started", "subscription_cancelled"]);
    await nothingBroken();
  });

  test("days that the seller gives meanwhile lengthen them, without grace", async () => {
    const { id } = await start();
    await extendSubscription(world, shop.live, id, { days: 3, reason: "Rain" });
    await goTo(new Date(end.getTime() + 3 * day));
    expect((await readSubscription(world, shop.live, id)).status).toBe("expired");
    await nothingBroken();
  });

  test("keep the price of their beginning", async () => {
    const { id } = await start();
    await productPrice(world, shop.products[0].id, 99_000n);
    await pay(id);
    expect((await readSubscription(world, shop.live, id)).totalPaidMinor).toBe(50_000n);
  });
});

describe("once a person, for good", () => {
  test("neither again, nor by the other product, nor under another spelling of the e-mail", async () => {
    await start({ email: "mary@example.org", ref: "user_1" });
    await expect(start({ ref: "user_1" })).rejects.toMatchObject(refused("already_subscribed"));
    const other = shop.products[1].id;
    await expect(start({ productId: other, ref: "user_2" })).rejects.toMatchObject(refused("trial_used"));
    await expect(start({ productId: other, phone: "+256772123790", ref: "user_1" })).rejects.toMatchObject(
      refused("trial_used"),
    );
    for (const email of ["mary+again@example.org", "MARY@example.org"])
      await expect(start({ productId: other, phone: null, email })).rejects.toMatchObject(
        refused("trial_used"),
      );
    await goTo(new Date(end.getTime() + 40 * day));
    await expect(start({ ref: "user_1" })).rejects.toMatchObject(refused("trial_used"));
    await nothingBroken();
  });

  test("a refused start writes nothing, and burns nothing of what was new", async () => {
    await start({ ref: "user_1" });
    await expect(start({ ref: "user_2" })).rejects.toMatchObject(refused("trial_used"));
    const uses = await world.db.trialUse.findMany({ where: { storeId: shop.store.id } });
    expect(uses.map(({ kind }) => kind).sort()).toEqual(["phone", "ref"]);
    await start({ ref: "user_2", phone: "+256772123790" });
  });

  test("of a customer with a phone and an e-mail both are used up", async () => {
    await start({ phone, email: "mary@example.org" });
    const other = shop.products[1].id;
    await expect(start({ productId: other, phone: null, email: "mary@example.org" })).rejects.toMatchObject(
      refused("trial_used"),
    );
  });

  test("a phone that a known customer types uses up that phone too", async () => {
    await start({ phone: "+256772123001", email: "mary@example.org" });
    // Known by the e-mail, whose own phone is another one: nothing of the first use is this person's.
    await world.db.trialUse.deleteMany({ where: { storeId: shop.store.id } });
    const other = shop.products[1].id;
    await start({ productId: other, phone, email: "mary@example.org" });
    await expect(start({ productId: other, phone })).rejects.toMatchObject(refused("trial_used"));
  });

  test("merging customers gives nobody free days again", async () => {
    const one = await start({ phone: "+256772000001" });
    const two = await start({ phone: null, email: "two@example.org" });
    const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
    await mergeCustomers(world, owner, { keepId: one.customerId, mergedId: two.customerId });
    for (const again of [{ phone: "+256772000001" }, { phone: null, email: "two@example.org" }])
      await expect(start({ productId: shop.products[1].id, ...again })).rejects.toMatchObject(
        refused("trial_used"),
      );
    await nothingBroken();
  });

  test("nor does erasing them: only a keyed hash is left, and no customer", async () => {
    const { customerId } = await start({ ref: "user_1" });
    await goTo(end);
    const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
    await giveTestPassword(world, shop.owner.id);
    await eraseCustomer(world, owner, customerId, { password: testPassword });
    const uses = await world.db.trialUse.findMany({ where: { storeId: shop.store.id } });
    expect(uses).toHaveLength(2);
    await expect(start({ ref: "user_9" })).rejects.toMatchObject(refused("trial_used"));
    await nothingBroken();
  });

  test("a use under an earlier secret counts", async () => {
    await start();
    const rekeyed = { ...world, secrets: createSecrets(Buffer.alloc(32, 9), [Buffer.alloc(32, 7)]) };
    const input = { productId: shop.products[1].id, ref: null, name: null, email: null, phone };
    await expect(startFreeDays(rekeyed, shop.live, input)).rejects.toMatchObject(refused("trial_used"));
  });

  test("two starts with one phone at once, 200 times: one begins", async () => {
    for (let round = 0; round < 200; round += 1) {
      const same = `+2567721${String(10_000 + round)}`;
      const products = shop.products.map(({ id }) => id);
      const results = await Promise.allSettled([
        start({ phone: same, ref: `a_${round}` }),
        start({ phone: same, ref: `b_${round}`, productId: products[round % 2] ?? 0 }),
      ]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const one of results)
        if (one.status === "rejected") expect(one.reason).toMatchObject(refused("trial_used"));
    }
    expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(200);
    await nothingBroken();
  }, 120_000);

  test("a trial and a first payment for one user at once are one subscription, 20 times", async () => {
    for (let round = 0; round < 20; round += 1) {
      const ref = `user_${round}`;
      const number = `0772${300 + round}789`;
      const paying = { kind: "subscription_start" as const, productId: shop.products[0].id, ref };
      await press(world, shop, { for: paying, phone: number });
      world.clock.advance(4_000);
      await Promise.allSettled([
        pollOpenAttempts(world).then(() => world.settled()),
        start({ ref, phone: `+256${number.slice(1)}` }),
      ]);
      await pollOpenAttempts(world);
      await world.settled();
      const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id, ref } });
      expect(rows.map(({ paymentsCount }) => paymentsCount)).toEqual([1]);
    }
    await nothingBroken();
  }, 60_000);
});

describe("refusals", () => {
  test("a product without free days, not on sale, of another store, or no subscription", async () => {
    const change = (data: object) => world.db.product.update({ where: { id: shop.products[0].id }, data });
    await change({ trialDays: 0 });
    await expect(start()).rejects.toMatchObject(refused("no_trial"));
    await change({ trialDays: 7, status: "draft" });
    await expect(start()).rejects.toMatchObject(refused("not_on_sale"));
    await expect(start({ productId: (await testStore(world)).products[0].id })).rejects.toMatchObject({
      name: "NotFound",
    });
  });

  test("a suspended store, a blocked customer, test mode that is off, a phone that is none", async () => {
    await expect(start({ phone: "12" })).rejects.toMatchObject({ name: "Invalid" });
    const { customerId } = await start();
    await world.db.customer.update({ where: { id: customerId }, data: { status: "blocked" } });
    await expect(start({ productId: shop.products[1].id })).rejects.toMatchObject(
      refused("customer_blocked"),
    );
    await world.db.store.update({ where: { id: shop.store.id }, data: { testModeSince: null } });
    await expect(start({}, shop.test)).rejects.toMatchObject(refused("test_mode_off"));
    await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
    await expect(start()).rejects.toMatchObject(refused("store_suspended"));
  });

  test("whoever has the product, or had it", async () => {
    const lapsed = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
    await expect(start({ ref: "user_1" })).rejects.toMatchObject(refused("already_subscribed"));
    await goTo(new Date("2026-06-01T00:00:00Z"));
    expect((await readSubscription(world, shop.live, lapsed.id)).status).toBe("expired");
    await expect(start({ ref: "user_1" })).rejects.toMatchObject(refused("already_subscribed"));
  });
});

describe("test mode", () => {
  test("begins and ends them by a test control, writes to nobody, and is apart from live uses", async () => {
    await start();
    const { id } = await start({ ref: "user_1" }, shop.test);
    await expect(start({ ref: "user_1", productId: shop.products[1].id }, shop.test)).rejects.toMatchObject(
      refused("trial_used"),
    );
    const row = await advanceTestSubscription(world, shop.test, id, "end_trial");
    expect([row.status, row.trialEndsAt]).toEqual(["expired", start0]);
    expect(await told(id)).toEqual(["subscription.activated", "subscription.expired"]);
    await expect(advanceTestSubscription(world, shop.test, id, "end_trial")).rejects.toMatchObject(
      refused("not_in_trial"),
    );
    expect(await sent()).toEqual(["trial_started"]);
    await nothingBroken();
    await deleteTestData(world, shop.test);
    await start({ ref: "user_1" }, shop.test);
    expect(await world.db.trialUse.count({ where: { storeId: shop.store.id, livemode: true } })).toBe(1);
  });

  test("paid, then the trial ends: the paid period begins", async () => {
    const { id } = await start({}, shop.test);
    await advanceTestSubscription(world, shop.test, id, "renew");
    const row = await advanceTestSubscription(world, shop.test, id, "end_trial");
    expect([row.status, row.currentPeriodStart, row.paymentsCount]).toEqual(["active", start0, 1]);
    await nothingBroken();
  });
});

test("lists leave out who never paid, unless a status or the free days are asked for", async () => {
  const { id } = await start();
  const paid = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  const ids = async (filters: Parameters<typeof listSubscriptions>[2]) =>
    (await listSubscriptions(world, shop.live, filters, { skip: 0, take: 10 })).rows.map((row) => row.id);
  expect(await ids({})).toEqual([paid.id]);
  expect((await ids({ status: "active" })).sort()).toEqual([id, paid.id].sort());
  expect(await ids({ trials: "only" })).toEqual([id]);
  expect((await ids({ trials: "too" })).sort()).toEqual([id, paid.id].sort());
  await pay(id);
  expect((await ids({})).sort()).toEqual([id, paid.id].sort());
  expect(await ids({ trials: "only" })).toEqual([id]);
  await goTo(end);
  expect(await ids({ trials: "only" })).toEqual([]);
});

describe("by a code", () => {
  /** Starts are counted for all stores together. */
  const here = () => addressBlock(`10.0.0.${shop.store.id}`);
  const ask = (value = "0772 123 789", from = here(), caller = shop.live) =>
    askTrialCode(world, caller, { productId: shop.products[0].id, value, language: "sw", from });
  const confirm = (code: string, caller = shop.live) =>
    confirmTrialCode(world, caller, {
      ...{
        productId: shop.products[0].id,
        channel: "sms",
        value: phone,
        code,
        ref: "user_1",
        language: "sw",
      },
    });
  const codeSent = async () => {
    const where = { storeId: shop.store.id, template: "contact_code" };
    const { body } = await world.db.message.findFirstOrThrow({ where, orderBy: { id: "desc" } });
    return /\d{6}/.exec(body)?.[0] ?? "";
  };

  test("a phone is proven, and the free days begin for it, in its language", async () => {
    expect(await ask()).toEqual({ kind: "sent", to: { channel: "sms", value: phone } });
    expect(await readTrialCode(world, shop.live, { channel: "sms", value: phone })).toEqual({ shown: null });
    const code = await codeSent();
    expect(await confirm(code === "000000" ? "111111" : "000000")).toEqual({ kind: "wrong", triesLeft: 4 });
    const started = await confirm(code);
    if (started.kind !== "started") throw new Error(started.kind);
    const { customerId } = started.row;
    expect(await world.db.customer.findUniqueOrThrow({ where: { id: customerId } })).toMatchObject({
      ...{ phone, language: "sw", prospect: false, source: "subscription" },
    });
    expect(await confirm(code)).toEqual({ kind: "over" });
    await nothingBroken();
  });

  test("that a phone had its free days is told to nobody but its owner", async () => {
    await start({ ref: "user_0" });
    expect((await ask()).kind).toBe("sent");
    await expect(confirm(await codeSent())).rejects.toMatchObject(refused("trial_used"));
  });

  test("five starts an hour from one address", async () => {
    const kinds = [];
    for (let n = 0; n < 6; n += 1) kinds.push((await ask(`077212${n}789`)).kind);
    expect(kinds).toEqual([...Array(5).fill("sent"), "too_many"]);
    expect((await ask("0772 999 789", addressBlock(`${here()}.2`))).kind).toBe("sent");
    world.clock.advance(60 * 60_000 + 1);
    expect((await ask("0772 126 789")).kind).toBe("sent");
  });

  test("where the product asks for another proof, or only the server starts them, there is none", async () => {
    const change = (trialProof: "email" | "none") =>
      world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { trialProof } });
    await ask("0772 123 789");
    const code = await codeSent();
    await change("email");
    await expect(ask("0772 123 789")).rejects.toMatchObject({ name: "PayInvalid" });
    await expect(confirm(code)).rejects.toMatchObject(refused("no_trial"));
    await change("none");
    await expect(ask("mary@example.org")).rejects.toMatchObject(refused("no_trial"));
    await start({ ref: "user_2" });
  });

  test("in test mode nothing is sent, and the page shows the code", async () => {
    const before = (await sent()).length;
    expect((await ask("0772 123 789", here(), shop.test)).kind).toBe("sent");
    expect((await sent()).length).toBe(before);
    const shown = await readTrialCode(world, shop.test, { channel: "sms", value: phone });
    expect((await confirm(shown?.shown ?? "", shop.test)).kind).toBe("started");
    await nothingBroken();
  });
});
