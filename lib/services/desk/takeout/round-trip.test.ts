import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { serializeAccess } from "@/lib/resources/access";
import { checkAccess } from "@/lib/services/billing/access/check-access-in-one";
import { planArchive } from "@/lib/services/billing/moving/archive";
import { planMove } from "@/lib/services/billing/moving/plan";
import { readMove, runDueMoves, startMove, undoMove } from "@/lib/services/billing/moving/run";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { addPeriod } from "@/lib/services/billing/test-mode/start-subscription";
import { idOfManageToken, manageToken } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openStage } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import { makeDueTakeouts } from "./make";
import { askForEverything, openTakeout, readTakeout } from "./takeouts";

const world = await openStage();

const start = new Date("2026-01-31T09:30:00.000Z");

async function openShop(): Promise<TestStore> {
  const shop = await testStore(world);
  await giveTestPassword(world, shop.owner.id);
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { trialDays: 7 } });
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { name: "Gold" } });
  await world.db.product.update({ where: { id: shop.products[1].id }, data: { name: "Year" } });
  return shop;
}

/** A store that has nothing yet, of another account. */
async function emptyShop(): Promise<TestStore> {
  const shop = await testStore(world);
  await world.db.product.deleteMany({ where: { storeId: shop.store.id } });
  return shop;
}

async function takeAlong(shop: TestStore): Promise<Uint8Array> {
  await askForEverything(world, shop.live, { password: testPassword });
  while ((await makeDueTakeouts(world)).more);
  const made = await readTakeout(world, shop.live);
  if (!made?.isReady) throw new Error("It is not ready.");
  const file = await openTakeout(world, shop.live, made.id);
  const bytes: Uint8Array[] = [];
  for await (const piece of file.read(0, file.size)) bytes.push(piece);
  return Buffer.concat(bytes);
}

/** Sends a file as the door does. */
async function look(shop: TestStore, bytes: Uint8Array): Promise<number> {
  const arriving = async () => ({ bytes: Readable.from([bytes]) });
  const id = await planArchive(world, shop.live, bytes.byteLength, arriving);
  expect(await world.db.storedFile.count({ where: { storeId: shop.store.id } })).toBe(0);
  return id;
}

async function moveIn(shop: TestStore, bytes: Uint8Array): Promise<number> {
  const id = await look(shop, bytes);
  await startMove(world, shop.live, id);
  while ((await runDueMoves(world)).more);
  return id;
}

/** One byte of what is in it is another. */
function damaged(bytes: Uint8Array): Uint8Array {
  bytes.set([0x20], 30 + "store.ndjson".length);
  return bytes;
}

/** Says of its last file that it is small. */
function lying(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.set([9, 0, 0, 0], at + 24);
  return bytes;
}

/** What GET /access says, without what names one instance: the product's number and the links. */
async function answerOf(shop: TestStore, subject: { ref: string } | { email: string }) {
  const shown = await checkAccess(world, shop.live, subject, null);
  const { subscription, ...facts } = serializeAccess(shown, world.clock.now(), "");
  return {
    ...facts,
    subscription: subscription && { ...subscription, id: null, product: subscription.product.name },
  };
}

/** Small and repeatable. */
function luck(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

/** A history of some months: people begin, pay, cancel, are given days, try, change and lapse. */
async function live(shop: TestStore, seed: number): Promise<string[]> {
  const roll = luck(seed);
  const refs: string[] = [];
  const ids: string[] = [];
  for (let act = 0; act < 40; act += 1) {
    world.clock.advance(roll(9 * 86_400_000));
    await advanceDueSubscriptions(world);
    const what = roll(8);
    const id = ids[roll(Math.max(1, ids.length))];
    if (what < 2 || !id) {
      const ref = `user ${refs.length}`;
      refs.push(ref);
      const email = `p${seed}-${refs.length}@example.com`;
      const row =
        roll(4) === 0
          ? await startFreeDays(world, shop.live, {
              ...{ productId: shop.products[0].id, ref, name: null, email, phone: null },
            })
          : await paidSubscription(world, shop, {
              livemode: true,
              ref,
              email,
              product: roll(3) === 0 ? 1 : 0,
            });
      ids.push(row.id);
    } else if (what < 5) await pay(shop, id);
    else if (what === 5) await cancelSubscription(world, shop.live, id).catch(() => {});
    else if (what === 6)
      await extendSubscription(world, shop.live, id, { days: 1 + roll(20), reason: "Luck" }).catch(() => {});
    else
      await world.db.subscription.update({ where: { id }, data: { metadata: { seat: String(roll(99)) } } });
  }
  return refs;
}

async function pay(shop: TestStore, id: string): Promise<void> {
  await transact(world, async (unit) => {
    const row = await lockSubscription(unit, { storeId: shop.store.id, livemode: true }, id);
    if (row) await addPeriod(unit, row, null);
  }).catch(() => {});
}

test.each([1, 2, 3, 4, 5])(
  "what history %i gave to take along gives the same answers elsewhere",
  async (seed) => {
    world.clock.set(start);
    const shop = await openShop();
    const refs = await live(shop, seed);
    const bytes = await takeAlong(shop);
    const other = await emptyShop();
    const id = await moveIn(other, bytes);
    const { counts } = await readMove(world, other.live, id);
    expect(counts).toMatchObject({ refused: 0, same: 0 });
    expect(counts.make).toBeGreaterThan(refs.length);
    // Also later: what is to come comes at the same time.
    for (const hours of [0, 20, 24 * 3, 24 * 30, 24 * 200]) {
      world.clock.advance(hours * 3_600_000);
      for (const ref of refs) expect(await answerOf(other, { ref })).toEqual(await answerOf(shop, { ref }));
      if (hours === 0) {
        const where = { storeId: other.store.id };
        expect([await world.db.event.count({ where }), await world.db.message.count({ where })]).toEqual([
          0, 0,
        ]);
        expect(await checkInvariants(world, { storeId: other.store.id })).toEqual([]);
      }
      await advanceDueSubscriptions(world);
    }
    expect(await checkInvariants(world, { storeId: other.store.id })).toEqual([]);
  },
);

test("a file that is imported twice changes nothing, and is taken back whole", async () => {
  world.clock.set(start);
  const shop = await openShop();
  const refs = await live(shop, 11);
  const bytes = await takeAlong(shop);
  const other = await emptyShop();
  const id = await moveIn(other, bytes);
  const again = await moveIn(other, bytes);
  expect((await readMove(world, other.live, again)).counts).toMatchObject({ make: 0, refused: 0 });
  expect(await world.db.subscription.count({ where: { storeId: other.store.id } })).toBe(refs.length);
  await undoMove(world, other.live, id);
  while ((await runDueMoves(world)).more);
  expect(await world.db.subscription.count({ where: { storeId: other.store.id } })).toBe(0);
  expect(await world.db.customer.count({ where: { accountId: other.accountId } })).toBe(0);
  expect(await checkInvariants(world, { storeId: other.store.id })).toEqual([]);
});

test("no key is in the file, and only the owner with their password gets it", async () => {
  world.clock.set(start);
  const shop = await openShop();
  await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "u1" },
  });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const bytes = await takeAlong(shop);
  const { unzipSync, strFromU8 } = await import("fflate");
  const files = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)] as const);
  expect(files.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "README.txt",
      "events.ndjson",
      "orders.csv",
      "payments.ndjson",
      "statement.ndjson",
    ]),
  );
  const all = files.map(([, text]) => text).join("\n");
  expect(all).toContain('"type":"subscription.activated"');
  expect(all).not.toMatch(/\/(manage|receipt|attempt|invoice|undo)\//);
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(all).toContain(order.number);
  expect(all).not.toContain(order.receiptToken);
  await expect(askForEverything(world, shop.live, { password: "wrong" })).rejects.toThrow();
  for (const role of ["admin", "support", "developer", "viewer"] as const)
    await expect(
      askForEverything(world, { ...shop.live, role }, { password: testPassword }),
    ).rejects.toThrow();
  const made = await readTakeout(world, shop.live);
  const stranger = await openShop();
  await expect(openTakeout(world, stranger.live, made?.id ?? 0)).rejects.toThrow();
  world.clock.advance(3 * 86_400_000 + 1);
  await expect(openTakeout(world, shop.live, made?.id ?? 0)).rejects.toThrow();
});

test("any part of the file can be read, so that a broken download goes on", async () => {
  world.clock.set(start);
  const shop = await openShop();
  await world.db.image.create({
    data: {
      ...{ storeId: shop.store.id, token: `pic${shop.store.id}`, type: "image/jpeg", width: 1, height: 1 },
      ...{ bytes: Buffer.from(world.random.bytes(700_000)), createdAt: start },
    },
  });
  const whole = Buffer.from(await takeAlong(shop));
  expect(whole.length).toBeGreaterThan(700_000);
  const made = await readTakeout(world, shop.live);
  const file = await openTakeout(world, shop.live, made?.id ?? 0);
  for (const [from, until] of [
    [0, 10],
    [262_143, 262_145],
    [300_000, whole.length],
  ] as const) {
    const bytes: Uint8Array[] = [];
    for await (const piece of file.read(from, until)) bytes.push(piece);
    expect(Buffer.concat(bytes).equals(whole.subarray(from, until))).toBe(true);
  }
});

test("the making goes on after whoever made it died", async () => {
  world.clock.set(start);
  const shop = await openShop();
  await live(shop, 21);
  await askForEverything(world, shop.live, { password: testPassword });
  let count = 0;
  const dying = new Proxy(world, {
    get: (target, name) => {
      if (name === "db") count += 1;
      if (count > 9) throw new Error("killed");
      return Reflect.get(target, name) as unknown;
    },
  });
  await expect(makeDueTakeouts(dying)).rejects.toThrow("killed");
  expect((await readTakeout(world, shop.live))?.isReady).toBe(false);
  world.clock.advance(121_000);
  while ((await makeDueTakeouts(world)).more);
  const made = await readTakeout(world, shop.live);
  expect(made).toMatchObject({ isReady: true, progress: 100 });
});

test("an archive that is none, is a bomb or says nonsense is refused, and nothing is changed", async () => {
  world.clock.set(start);
  const shop = await openShop();
  const { zipSync, strToU8 } = await import("fflate");
  const store = strToU8(`${JSON.stringify({ currency: "UGX" })}\n`);
  const bad = [
    strToU8("no archive at all"),
    zipSync({ "store.ndjson": store, "customers.ndjson": new Uint8Array(310_000_000) }, { level: 9 }),
    zipSync({ "store.ndjson": store, "customers.ndjson": strToU8(`"${"x".repeat(400_000)}"`) }),
    zipSync({ "store.ndjson": strToU8("{") }),
    zipSync({ "customers.ndjson": store }),
    zipSync({ "store.ndjson": strToU8('{"currency":"KES"}\n') }),
    damaged(zipSync({ "store.ndjson": store }, { level: 0 })),
    lying(zipSync({ "store.ndjson": store, "customers.ndjson": new Uint8Array(210_000_000) }, { level: 9 })),
    zipSync({ "store.ndjson": store, "subscriptions.ndjson": store }).subarray(0, -30),
    new Uint8Array(),
  ];
  const why = ["move_archive", "move_archive_large", "move_archive", "move_archive", "move_archive"].concat([
    "move_archive_currency",
    "move_archive",
    "move_archive",
    "move_archive_half",
    "choose_file",
  ]);
  for (const [at, bytes] of bad.entries())
    await expect(look(shop, bytes)).rejects.toMatchObject({
      ...{ name: "Invalid", errors: { file: [{ code: why[at] }] } },
    });
  expect(await world.db.storedFile.count({ where: { storeId: shop.store.id } })).toBe(0);
  expect(await world.db.move.count({ where: { storeId: shop.store.id } })).toBe(0);
  const id = await look(
    shop,
    zipSync({ "store.ndjson": store, "subscriptions.ndjson": strToU8('{"id":"sub_1"}\n[1]\nnull\n') }),
  );
  expect((await readMove(world, shop.live, id)).counts).toMatchObject({ make: 0, refused: 3 });
});

test("a plan that was moved in by a file can be taken along as well", async () => {
  world.clock.set(start);
  const shop = await openShop();
  const csv =
    "ref,email,product,started_at,current_period_end\nr1,a@example.com,Gold,2025-10-31,2026-02-28\n";
  const first = await planMove(world, shop.live, { csv, productId: null });
  await startMove(world, shop.live, first);
  while ((await runDueMoves(world)).more);
  const other = await emptyShop();
  await moveIn(other, await takeAlong(shop));
  expect(await answerOf(other, { ref: "r1" })).toEqual(await answerOf(shop, { ref: "r1" }));
});

const addresses = Array.from({ length: 100 }, (_, at) => `a${at}@example.com`).join(", ");
const phones = "0772123456,0772123457,0772123458";

test.each<[string, string, (row: Row) => void, string | null]>([
  ["a hundred addresses", "subscriptions", ({ customer }) => (customer.email = addresses), "too_long"],
  ["a hundred addresses", "customers", (row) => (row.email = addresses), "too_long"],
  ["three phones", "subscriptions", ({ customer }) => (customer.phone = phones), "phone_not_digits"],
  ["three phones", "customers", (row) => (row.phone = phones), "phone_not_digits"],
  ["a name of two lines", "subscriptions", ({ customer }) => (customer.name = "A\nB"), "one_line"],
  ["a name with a NUL", "subscriptions", ({ customer }) => (customer.name = "A\0"), "control_characters"],
  ["a name with a NUL", "customers", (row) => (row.name = "A\0"), "control_characters"],
  ["a name with a NUL", "products", (row) => (row.name = "A\0"), "control_characters"],
  ["half of a pair", "customers", (row) => (row.name = "A\ud800"), "not_unicode"],
  ["half of a pair", "subscriptions", ({ customer }) => (customer.name = "A\udc00"), "not_unicode"],
  ["a ref that rings", "subscriptions", (row) => (row.ref = "x\u0007".repeat(60)), "control_characters"],
  ["large metadata", "subscriptions", (row) => (row.metadata = { a: "x".repeat(50_000) }), "too_long"],
  ["marks that turn", "customers", (row) => (row.name = "\u202eAmina\u2069"), null],
  ["a short id", "subscriptions", (row) => (row.id = `sub_${"x".repeat(16)}`), null],
  ["a long id", "subscriptions", (row) => (row.id = `sub_${"y".repeat(60)}`), null],
])(
  "%s in %s of an archive: read as in a form",
  async (_, list, change, why) => {
    world.clock.set(start);
    const shop = await openShop();
    await paidSubscription(world, shop, { livemode: true, ref: "r1", email: "r1@example.com" });
    const { unzipSync, zipSync, strToU8, strFromU8 } = await import("fflate");
    const lists = unzipSync(await takeAlong(shop));
    const name = `${list}.ndjson`;
    const [first = "", ...others] = strFromU8(lists[name] ?? new Uint8Array()).split("\n");
    const row = JSON.parse(first) as Row;
    change(row);
    lists[name] = strToU8([JSON.stringify(row), ...others].join("\n"));
    const other = await emptyShop();
    const id = await moveIn(other, Buffer.from(zipSync(lists)));
    const kind = list.slice(0, -1);
    const [line] = await world.db.moveLine.findMany({
      where: { moveId: id, kind },
      orderBy: { line: "asc" },
    });
    const outcome = why === null ? "make" : "refused";
    expect(line).toMatchObject({ outcome, problem: why && { code: why } });
    if (why === null && list === "customers") expect(line?.data).toMatchObject({ name: "Amina" });
    for (const made of await world.db.subscription.findMany({ where: { storeId: other.store.id } }))
      expect(idOfManageToken(manageToken(world, made))).toBe(made.id);
  },
  60_000,
);

/** What is changed of a row. */
interface Row {
  [name: string]: unknown;
  customer: Record<string, unknown>;
}
