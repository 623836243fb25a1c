import fc from "fast-check";
import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { serializeAccess } from "@/lib/resources/access";
import { authenticateKey } from "@/lib/services/people/keys/identify";
import { createKey } from "@/lib/services/people/keys/keys";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { runs } from "@/scripts/lab/testing/slice";
import { type AccessSubject, checkAccess, checkAccessInOne } from "./check-access-in-one";

const world = testWorld();
const day = 24 * 60 * 60 * 1000;
const refs = ["user_1", 'a "quoted", {\\odd} one', "NULL", "Benutzer ß"];
const emails = ["a@example.com", "b@example.com"];

/** What a subscription is made of: as rows really are, and as no rule would leave them. */
const facts = fc.record({
  livemode: fc.boolean(),
  product: fc.constantFrom(0 as const, 1 as const),
  email: fc.option(fc.constantFrom(...emails)),
  status: fc.constantFrom("active", "past_due", "cancelled", "expired"),
  startedDaysAgo: fc.integer({ min: 0, max: 60 }),
  endsInMs: fc.oneof(
    fc.integer({ min: -5 * day, max: 5 * day }),
    fc.constantFrom(0, -1, 1, -3 * day, -3 * day - 1, -3 * day + 1),
  ),
  /** A change that was paid for ahead: until then the other product runs. */
  planFromInMs: fc.option(fc.constantFrom(-day, -1, 0, 1, day), { freq: 2 }),
  endedInMs: fc.option(fc.constantFrom(-day, -1, 0, 1, day), { freq: 3 }),
  sameAge: fc.boolean(),
  // Began with free days: nothing paid since, paid while they ran, or paid long after.
  trial: fc.constantFrom("none", "unpaid", "paid", "long ago"),
});

test("one statement and the domain answer alike, whatever the rows say", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(facts, { maxLength: 6 }), async (rows) => {
      const shop = await testStore(world);
      const taken = new Set<string>();
      for (const [index, row] of rows.entries()) {
        const ref = refs[index % refs.length] ?? null;
        const place = `${row.livemode}/${row.product}/${ref}`;
        await placeRow(shop, { ...row, ref: taken.has(place) ? null : ref });
        taken.add(place);
      }
      for (const livemode of [true, false]) {
        const { key } = await createKey(
          world,
          { ...shop.live, userId: shop.owner.id, role: "owner" },
          { livemode, name: "k" },
        );
        const products = [null, ...shop.products.map(({ id }) => id), 2_000_000_000];
        const subjects: AccessSubject[] = [
          ...refs.map((ref) => ({ ref })),
          ...emails.map((email) => ({ email })),
        ];
        for (const subject of subjects)
          for (const productId of products) {
            await compare(shop, key, livemode, subject, productId);
            compared += 1;
          }
      }
    }),
    { numRuns: runs(24, 4) },
  );
  expect(compared).toBeGreaterThan(runs(900, 4));
}, 120_000);

test("of two subscriptions of a user, one that was ended at once gives nothing until what was paid", async () => {
  const shop = await testStore(world);
  const { key } = await createKey(
    world,
    { ...shop.live, userId: shop.owner.id, role: "owner" },
    { livemode: true, name: "k" },
  );
  const now = world.clock.now().getTime();
  const far = new Date(now + 20 * day);
  const ends = [
    { status: "cancelled" as const, endedAt: new Date(now - day), cancelledAt: new Date(now - day) },
    { status: "active" as const },
  ];
  for (const [product, changes] of ends.entries()) {
    const of = { livemode: true, ref: "user_1", product: product as 0 | 1 };
    const { id } = await paidSubscription(world, shop, of);
    const currentPeriodEnd = product === 0 ? far : new Date(now + day);
    await world.db.subscription.update({ where: { id }, data: { ...changes, currentPeriodEnd } });
  }
  await compare(shop, key, true, { ref: "user_1" }, null);
});

test("the key, its store and its turn are what asking one after the other says", async () => {
  const shop = await testStore(world, { store: { status: "suspended" }, includesApi: false });
  const {
    key,
    row: { id },
  } = await createKey(
    world,
    { ...shop.live, userId: shop.owner.id, role: "owner" },
    { livemode: true, name: "k" },
  );
  const first = await checkAccessInOne(world, key, { ref: "x" }, null);
  expect(first?.holder).toEqual(await authenticateKey(world, key));
  expect(first?.holder).toMatchObject({ keyId: id, storeSuspended: true, planIncludesApi: false });
  expect(first?.rate).toMatchObject({ allowed: true, remaining: 119 });
  expect(await countRequest(world, `key:${id}`)).toMatchObject({ remaining: 118 });
  for (let turn = 3; turn <= 120; turn += 1)
    expect((await checkAccessInOne(world, key, { ref: "x" }, null))?.rate.remaining).toBe(120 - turn);
  expect((await checkAccessInOne(world, key, { ref: "x" }, null))?.rate).toMatchObject({
    allowed: false,
    remaining: 0,
  });
});

test("what is asked together is answered as if it were asked alone, each key its own", async () => {
  const shops = await Promise.all([1, 2, 3, 4, 5].map(() => testStore(world)));
  const asked: { key: string; ref: string; has: string | null }[] = [];
  for (const [at, shop] of shops.entries()) {
    await paidSubscription(world, shop, { ref: "user_1", product: 0, livemode: at % 2 === 0 });
    const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
    const { key } = await createKey(world, owner, { livemode: true, name: "k" });
    for (let n = 0; n < 40; n += 1)
      asked.push({ key, ref: n % 2 ? "user_1" : "user_2", has: n % 2 && at % 2 === 0 ? "user_1" : null });
    asked.push({ key: `${key.slice(0, -6)}aaaaaa`, ref: "user_1", has: null });
  }
  const answers = await Promise.all(asked.map(({ key, ref }) => checkAccessInOne(world, key, { ref }, null)));
  expect(answers.map((answer) => answer?.shown?.ref ?? null)).toEqual(asked.map(({ has }) => has));
  for (const [at, shop] of shops.entries()) {
    const own = answers.slice(at * 41, at * 41 + 40);
    expect(new Set(own.map((answer) => answer?.holder.caller.storeId))).toEqual(new Set([shop.store.id]));
    // Each took a turn of its own.
    expect(own.map((answer) => answer?.rate.remaining).sort((a, b) => Number(b) - Number(a))).toEqual(
      Array.from({ length: 40 }, (_, n) => 119 - n),
    );
    expect(answers[at * 41 + 40]).toBeNull();
  }
});

test("a key that is wrong, deleted or past its overlap is nobody's", async () => {
  const shop = await testStore(world);
  const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const {
    key,
    row: { id },
  } = await createKey(world, owner, { livemode: true, name: "k" });
  for (const [ms, isKnown] of [
    [1, true],
    [0, false],
    [-1, false],
  ] as const) {
    const expiresAt = new Date(world.clock.now().getTime() + ms);
    await world.db.apiKey.update({ where: { id }, data: { expiresAt } });
    expect((await checkAccessInOne(world, key, { ref: "x" }, null)) !== null).toBe(isKnown);
  }
  await world.db.apiKey.delete({ where: { id } });
  expect(await checkAccessInOne(world, key, { ref: "x" }, null)).toBeNull();
});

async function compare(
  shop: TestStore,
  key: string,
  livemode: boolean,
  subject: AccessSubject,
  productId: number | null,
): Promise<void> {
  const now = world.clock.now();
  const caller = livemode ? shop.live : shop.test;
  const expected = await checkAccess(world, caller, subject, productId).catch((error: unknown) => {
    if (error instanceof Invalid) return "unknown product" as const;
    throw error;
  });
  // A new key each time, so that no comparison is refused for the ones before it.
  await world.pool.query("DELETE FROM rate_limits");
  const got = await checkAccessInOne(world, key, subject, productId);
  if (expected === "unknown product") {
    expect(got?.isProductKnown).toBe(false);
    return;
  }
  expect(got?.isProductKnown).toBe(true);
  expect(serializeAccess(got?.shown ?? null, now, "m")).toEqual(serializeAccess(expected, now, "m"));
  expect(got?.shown?.manageVersion).toBe(expected?.manageVersion);
}

async function placeRow(
  shop: TestStore,
  row: typeof facts extends fc.Arbitrary<infer Row> ? Row & { ref: string | null } : never,
): Promise<void> {
  const now = world.clock.now().getTime();
  const { id } = await paidSubscription(world, shop, row);
  const currentPeriodEnd = new Date(now + row.endsInMs);
  const graceEndsAt = new Date(currentPeriodEnd.getTime() + (row.trial === "unpaid" ? 0 : 3 * day));
  const trialEndsAt = {
    none: null,
    unpaid: currentPeriodEnd,
    paid: new Date(currentPeriodEnd.getTime() - 30 * day),
    "long ago": new Date(now - 300 * day),
  }[row.trial];
  await world.db.subscription.update({
    where: { id },
    data: {
      status: row.status as "active",
      currentPeriodStart: new Date(currentPeriodEnd.getTime() - 30 * day),
      ...{ currentPeriodEnd, graceEndsAt, trialEndsAt },
      endedAt: row.endedInMs === null ? null : new Date(now + row.endedInMs),
      ...(row.planFromInMs === null
        ? {}
        : {
            planFrom: new Date(now + row.planFromInMs),
            previousProductId: shop.products[row.product === 0 ? 1 : 0].id,
            previousInterval: row.product === 0 ? ("year" as const) : ("month" as const),
            previousAmountMinor: 123_456n,
          }),
      ...(row.sameAge
        ? { createdAt: new Date(now - 99 * day) }
        : { createdAt: new Date(now - row.startedDaysAgo * day) }),
    },
  });
}
