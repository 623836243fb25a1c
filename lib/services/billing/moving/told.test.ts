import { beforeEach, expect, test } from "vitest";
import { quotas } from "@/lib/domain/limits";
import { systemRandom } from "@/lib/providers/totp";
import { deliverMessages, type Takers, takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { planMove } from "./plan";
import { readMove, runDueMoves, startMove } from "./run";

const dayMs = 24 * 60 * 60_000;
let out: Takers;
let world: TestWorld;
let shop: TestStore;
beforeEach(async () => {
  out = takers();
  world = testWorld(out);
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  await world.db.account.update({ where: { id: shop.accountId }, data: { createdAt: world.clock.now() } });
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { name: "Gold" } });
});

async function importAll(people: string[], end = "2026-03-31"): Promise<number> {
  const csv = `email,phone,product,current_period_end\n${people.map((one) => `${one},Gold,${end}`).join("\n")}\n`;
  const id = await planMove(world, shop.live, { csv, productId: null });
  await startMove(world, shop.live, id, { notifies: true, publishes: false });
  while ((await runDueMoves(world)).more);
  return id;
}

const mailed = (count: number) =>
  Array.from({ length: count }, (_, at) => `s${String(at).padStart(3, "0")}.${shop.store.id}@example.com,`);
const texted = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `,+25677${String((shop.store.id % 1_000) * 100 + at).padStart(7, "2")}`,
  );

/** How many mails and texts went out, day by day. */
async function daysOut(days: number): Promise<{ email: number[]; sms: number[] }> {
  const went = { email: [] as number[], sms: [] as number[] };
  for (let day = 0; day < days; day += 1) {
    const before = out.taken.length;
    await deliverMessages(world, { storeId: shop.store.id });
    for (const by of ["email", "sms"] as const)
      went[by].push(out.taken.slice(before).filter(({ channel }) => channel === by).length);
    world.clock.advance(dayMs);
  }
  return went;
}

test("strangers whom a new account imports are told over days, oldest line first, and the page says how far it is", async () => {
  const id = await importAll([...mailed(150), ...texted(50)]);
  const half = { email: quotas.fresh.email / 2, sms: quotas.fresh.sms / 2 };
  await deliverMessages(world, { storeId: shop.store.id });
  expect((await readMove(world, shop.live, id)).told).toEqual({
    told: half.email + half.sms,
    waiting: 200 - half.email - half.sms,
    next: new Date("2026-03-03T09:30:00.000Z"),
    untold: 0,
  });
  world.clock.advance(dayMs);
  const { email, sms } = await daysOut(11);
  expect(email).toEqual([...Array(5).fill(half.email), ...Array(6).fill(0)]);
  expect(sms).toEqual([...Array(9).fill(half.sms), 0, 0]);
  const mails = out.taken.filter(({ channel }) => channel === "email").map(({ to }) => to);
  for (let at = 0; at < 150; at += half.email)
    expect(mails.slice(at, at + half.email).sort()).toEqual([...mails].sort().slice(at, at + half.email));
  expect(new Set(out.taken.map(({ to }) => to)).size).toBe(200);
  expect((await readMove(world, shop.live, id)).told).toEqual({
    ...{ told: 200, waiting: 0, next: null, untold: 0 },
  });
});

test("two imports share the days, and the same file again uses up none", async () => {
  await importAll(mailed(20));
  await importAll(mailed(20));
  await importAll(mailed(30).slice(20));
  expect((await daysOut(2)).email).toEqual([25, 5]);
});

test("whom no day of the next thirty has room for is not told, and their lines and the page say so", async () => {
  const id = await importAll(texted(158));
  const { told, lines } = await readMove(world, shop.live, id);
  expect(told).toMatchObject({ waiting: 31 * 5, untold: 3 });
  const said = lines.filter(({ problem }) => problem !== null);
  expect(said.map(({ line, outcome }) => [line, outcome])).toEqual([157, 158, 159].map((at) => [at, "make"]));
  expect(said[0]?.problem).toEqual({ code: "move_untold", values: { days: 30 } });
});

test("what waits for its day does not go once the time has ended, or a stop was asked for", async () => {
  const [stays, ends, stops] = await Promise.all(
    ["2026-03-31", "2026-03-02", "2026-03-31"].map((end, at) =>
      importAll([...mailed(3)].slice(at, at + 1), end),
    ),
  );
  const ids = await Promise.all(
    [stays, ends, stops].map(
      async (id) => (await readMove(world, shop.live, id ?? 0)).lines[0]?.madeId ?? "",
    ),
  );
  // As when the message was just being sent while the stop was recorded, and failed.
  await world.db.subscription.update({
    where: { id: ids[2] ?? "" },
    data: { status: "cancelled", cancelledAt: world.clock.now() },
  });
  await world.db.message.updateMany({
    where: { storeId: shop.store.id },
    data: { nextAttemptAt: new Date("2026-03-12T09:30:00.000Z") },
  });
  world.clock.set(new Date("2026-03-12T09:30:00.000Z"));
  await deliverMessages(world, { storeId: shop.store.id });
  const rows = await world.db.message.findMany({ where: { storeId: shop.store.id, template: "moved_in" } });
  expect(Object.fromEntries(rows.map(({ objectId, status }) => [objectId, status]))).toEqual({
    [ids[0] ?? ""]: "sent",
    [ids[1] ?? ""]: "failed",
    [ids[2] ?? ""]: "failed",
  });
});

test("two stores that import the same phones at once, from both ends, never wait for each other", async () => {
  let retries = 0;
  const bytes = (count: number) => {
    if (count === 1) retries += 1;
    return systemRandom.bytes(count);
  };
  const busy = { ...world, random: { ...systemRandom, bytes } };
  const other = await testStore(world);
  await world.db.product.update({ where: { id: other.products[0].id }, data: { name: "Gold" } });
  const ids = [shop.store.id, other.store.id];
  await world.db.store.updateMany({ where: { id: { in: ids } }, data: { verificationStatus: "verified" } });
  for (const [{ live }, people] of [
    [shop, texted(60)],
    [other, texted(60).reverse()],
  ] as const) {
    const csv = `email,phone,product,current_period_end\n${people.map((one) => `${one},Gold,2026-03-31`).join("\n")}\n`;
    await startMove(world, live, await planMove(world, live, { csv, productId: null }), {
      notifies: true,
      publishes: false,
    });
  }
  while ((await Promise.all([runDueMoves(busy), runDueMoves(busy)])).some(({ more }) => more));
  expect(await world.db.message.count({ where: { storeId: { in: ids } } })).toBe(120);
  expect(retries).toBe(0);
});

test("an owner whose address is not confirmed tells nobody of an import", async () => {
  await world.db.user.updateMany({
    where: { memberships: { some: { accountId: shop.accountId } } },
    data: { emailVerifiedAt: null },
  });
  await expect(importAll(mailed(1))).rejects.toMatchObject({ code: "email_unverified" });
  expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
});
