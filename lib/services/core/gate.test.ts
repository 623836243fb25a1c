import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { quotas } from "@/lib/domain/limits";
import { takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { reserve } from "./gate";
import { transact } from "./unit";
import type { NewMessage } from "./world";

let world: TestWorld;
let shop: TestStore;

beforeEach(async () => {
  world = testWorld(takers());
  world.clock.set(new Date("2026-03-02T20:00:00.000Z"));
  shop = await freshShop();
});

async function freshShop(): Promise<TestStore> {
  const made = await testStore(world);
  await world.db.account.update({ where: { id: made.accountId }, data: { createdAt: world.clock.now() } });
  return made;
}

const message = (of: Partial<NewMessage> = {}): NewMessage => ({
  ...{ why: "owed", accountId: shop.accountId, storeId: shop.store.id, channel: "email" },
  ...{ recipient: "payer@example.com", template: "t", subject: "s", body: "b" },
  dedupeKey: randomUUID(),
  ...of,
});
const dueAt = async ({ dedupeKey }: NewMessage) =>
  (await world.db.message.findUniqueOrThrow({ where: { dedupeKey } })).nextAttemptAt;

test("what waits for the morning is counted on the day on which it goes", async () => {
  const notBefore = new Date("2026-03-03T07:00:00.000Z");
  const tomorrow = Array.from({ length: quotas.fresh.email + 1 }, () => message({ notBefore }));
  const today = message();
  await transact(world, async (unit) => {
    for (const one of [...tomorrow, today]) await unit.queueMessage(one);
  });
  expect(await dueAt(today)).toEqual(world.clock.now());
  expect(await dueAt(tomorrow[quotas.fresh.email - 1] as NewMessage)).toEqual(notBefore);
  expect(await dueAt(tomorrow[quotas.fresh.email] as NewMessage)).toEqual(
    new Date("2026-03-04T07:00:00.000Z"),
  );
});

test("two stores that ask for texts to the same phones at once, from both ends, never wait for each other", async () => {
  const shops = [shop, await freshShop()];
  await world.db.store.updateMany({
    where: { id: { in: shops.map(({ store }) => store.id) } },
    data: { verificationStatus: "verified" },
  });
  const phones = Array.from(
    { length: 60 },
    (_, at) => `+25677${String((shop.store.id % 1_000) * 100 + at).padStart(7, "3")}`,
  );
  let tries = 0;
  const ask = ({ accountId }: TestStore, recipients: string[]) =>
    transact(world, (unit) => {
      tries += 1;
      return reserve(
        world,
        unit,
        accountId,
        recipients.map((recipient) => ({ channel: "sms", recipient })),
      );
    });
  await Promise.all([ask(shops[0] as TestStore, phones), ask(shops[1] as TestStore, [...phones].reverse())]);
  expect(tries).toBe(2);
});
