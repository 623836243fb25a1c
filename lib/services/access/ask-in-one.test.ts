import fc from "fast-check";
import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { serializeAccess } from "@/lib/resources/access";
import { authenticateKey } from "../keys/authenticate";
import { createKey } from "../keys/create-key";
import { countRequest } from "../keys/rate-limit";
import { paidSubscription } from "../testing/subscription";
import { type TestStore, testStore, testWorld } from "../testing/world";
import { askInOne } from "./ask-in-one";
import { type AccessSubject, checkAccess } from "./check";

const world = testWorld();
const day = 24 * 60 * 60 * 1000;
const refs = ["user_1", "user_2", "Benutzer ß"];
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
  endedInMs: fc.option(fc.constantFrom(-day, -1, 0, 1, day), { freq: 3 }),
  sameAge: fc.boolean(),
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
    { numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(900);
}, 120_000);

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
  const first = await askInOne(world, key, { ref: "x" }, null);
  expect(first?.holder).toEqual(await authenticateKey(world, key));
  expect(first?.holder).toMatchObject({ keyId: id, storeSuspended: true, planIncludesApi: false });
  expect(first?.rate).toMatchObject({ allowed: true, remaining: 119 });
  expect(await countRequest(world, `key:${id}`)).toMatchObject({ remaining: 118 });
  for (let turn = 3; turn <= 120; turn += 1)
    expect((await askInOne(world, key, { ref: "x" }, null))?.rate.remaining).toBe(120 - turn);
  expect((await askInOne(world, key, { ref: "x" }, null))?.rate).toMatchObject({
    allowed: false,
    remaining: 0,
  });
});

test("a key that is wrong, deleted or past its overlap is nobody's", async () => {
  const shop = await testStore(world);
  const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const {
    key,
    row: { id },
  } = await createKey(world, owner, { livemode: true, name: "k" });
  await world.db.apiKey.update({ where: { id }, data: { expiresAt: world.clock.now() } });
  expect(await askInOne(world, key, { ref: "x" }, null)).toBeNull();
  await world.db.apiKey.update({
    where: { id },
    data: { expiresAt: new Date(world.clock.now().getTime() + 1) },
  });
  expect(await askInOne(world, key, { ref: "x" }, null)).not.toBeNull();
  await world.db.apiKey.delete({ where: { id } });
  expect(await askInOne(world, key, { ref: "x" }, null)).toBeNull();
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
  const got = await askInOne(world, key, subject, productId);
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
  await world.db.subscription.update({
    where: { id },
    data: {
      status: row.status as "active",
      currentPeriodStart: new Date(currentPeriodEnd.getTime() - 30 * day),
      currentPeriodEnd,
      endedAt: row.endedInMs === null ? null : new Date(now + row.endedInMs),
      ...(row.sameAge
        ? { createdAt: new Date(now - 99 * day) }
        : { createdAt: new Date(now - row.startedDaysAgo * day) }),
    },
  });
}
