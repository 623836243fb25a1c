import { beforeEach, expect, test } from "vitest";
import { hasAccess } from "@/lib/domain/subscription";
import { checkAccess } from "@/lib/services/billing/access/check-access-in-one";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { planMove } from "./plan";
import { readMove, runDueMoves, startMove, undoMove } from "./run";

const world = await openStage();
let shop: TestStore;

const now = new Date("2026-03-02T09:30:00.000Z");

beforeEach(async () => {
  world.clock.set(now);
  shop = await testStore(world);
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { name: "Gold" } });
  await world.db.product.update({ where: { id: shop.products[1].id }, data: { name: "Gold a year" } });
});

async function work(): Promise<void> {
  while ((await runDueMoves(world)).more);
}

async function move(csv: string, productId: number | null = null): Promise<number> {
  const id = await planMove(world, shop.live, { csv, productId });
  await startMove(world, shop.live, id);
  await work();
  return id;
}

const outcomes = async (id: number) =>
  (await readMove(world, shop.live, id)).lines
    .sort((a, b) => a.line - b.line)
    .map(({ outcome, problem }) => (problem === null ? outcome : (problem as { code: string }).code));

const broken = () => checkInvariants(world, { storeId: shop.store.id, quiet: true });

async function silent(): Promise<void> {
  const where = { storeId: shop.store.id };
  expect(await world.db.event.count({ where })).toBe(0);
  expect(await world.db.message.count({ where })).toBe(0);
  expect(await world.db.alert.count({ where })).toBe(0);
}

const file = `ref,email,phone,product,started_at,current_period_end,status
u1,amina@example.com,0772 123456,Gold,2026-01-31,2026-03-31,active
u2,ben@example.com,,gold,2025-12-15,2026-03-15,cancelled
u3,,0772 654321,Gold,2026-01-01,2026-03-01,active
u4,dora@example.com,,Gold,2025-01-01,2026-02-01,active
u5,eve@example.com,,Gold a year,2025-06-01,2026-06-01,active
`;

test("subscribers are moved in with their dates, and nobody is told", async () => {
  const id = await planMove(world, shop.live, { csv: file, productId: null });
  expect(await outcomes(id)).toEqual(["make", "make", "make", "make", "make"]);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(0);
  await startMove(world, shop.live, id);
  await work();
  const rows = await world.db.subscription.findMany({
    where: { storeId: shop.store.id },
    orderBy: { ref: "asc" },
    include: { periods: true, customer: true },
  });
  expect(rows).toMatchObject([
    {
      ...{ ref: "u1", status: "active", importedFrom: "csv", paymentsCount: 0, totalPaidMinor: 0n },
      ...{ anchorAt: new Date("2026-01-31T00:00:00Z"), anchorPeriods: 2, amountMinor: 50_000n },
      customer: { email: "amina@example.com", phone: "+256772123456", source: "import" },
      periods: [{ number: 1, kind: "imported", paidMinor: 0n, orderId: null }],
    },
    { ref: "u2", status: "cancelled", endedAt: null },
    { ref: "u3", status: "past_due", endedAt: null },
    { ref: "u4", status: "expired", endedAt: new Date("2026-02-04T00:00:00Z") },
    { ref: "u5", interval: "year", anchorPeriods: 1 },
  ]);
  const access = await Promise.all(
    rows.map(({ ref }) => checkAccess(world, shop.live, { ref: ref ?? "" }, null)),
  );
  expect(access.map((row) => row && hasAccess(row, now))).toEqual([true, true, true, false, true]);
  await silent();
  expect(await broken()).toEqual([]);
});

test("the same file again changes nothing, and a second line of one subscription is refused", async () => {
  await move(file);
  const again = await move(`${file}u1,other@example.com,,Gold,2026-01-31,2026-05-31,active\n`);
  expect(await outcomes(again)).toEqual(["same", "same", "same", "same", "same", "move_same_line"]);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(5);
  expect(await world.db.customer.count({ where: { accountId: shop.accountId } })).toBe(5);
});

test.each([
  ["a product that is not here", "a@example.com,Silver,,2026-04-01,,", "move_product"],
  ["an interval that the product does not have", "a@example.com,Gold,,2026-04-01,,yearly", "move_interval"],
  ["an interval that nobody knows", "a@example.com,Gold,,2026-04-01,,fortnightly", "move_interval_unknown"],
  ["a date that could be two", "a@example.com,Gold,,03/04/2026,,", "move_date"],
  ["a day that is not", "a@example.com,Gold,,2026-02-31,,", "move_date"],
  ["no date", "a@example.com,Gold,,,,", "move_date"],
  ["a start behind the end", "a@example.com,Gold,2026-03-01,2026-02-01,,", "move_start"],
  ["an end in a hundred years", "a@example.com,Gold,,2099-02-01,,", "move_far"],
  ["time that is not paid there", "a@example.com,Gold,,2026-04-01,past_due,", "move_unpaid"],
  ["a state that nobody knows", "a@example.com,Gold,,2026-04-01,sleeping,", "move_status"],
  ["nobody to write to", ",Gold,,2026-04-01,,", "contact_missing"],
  ["no e-mail address", "=cmd|calc,Gold,,2026-04-01,,", "email"],
])("a line with %s is answered, and the others go on", async (_, line, code) => {
  const head = "email,product,started_at,current_period_end,status,interval";
  const id = await move(`${head}\n${line}\nok@example.com,Gold,,2026-04-01,,month\n`);
  expect(await outcomes(id)).toEqual([code, "make"]);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(1);
});

test("an anchor of the 29th to 31st stays one when payments follow", async () => {
  await move(`ref,email,phone,product,started_at,current_period_end
d31,a@example.com,0772123401,Gold,2025-12-31,2026-02-28
d30,b@example.com,0772123402,Gold,2025-11-30,2026-02-28
odd,c@example.com,0772123403,Gold,2025-11-03,2026-02-28
`);
  const pay = { kind: "subscription_start", productId: shop.products[0].id } as const;
  for (const [ref, phone] of [
    ["d31", "0772123401"],
    ["d30", "0772123402"],
    ["odd", "0772123403"],
  ])
    await press(world, shop, { for: { ...pay, ref: ref ?? "" }, phone: phone ?? "" });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const rows = await world.db.subscription.findMany({
    where: { storeId: shop.store.id },
    orderBy: { ref: "asc" },
  });
  expect(
    rows.map(({ ref, currentPeriodEnd, paymentsCount }) => [
      ref,
      currentPeriodEnd.toISOString().slice(0, 10),
      paymentsCount,
    ]),
  ).toEqual([
    ["d30", "2026-03-30", 1],
    ["d31", "2026-03-31", 1],
    ["odd", "2026-03-28", 1],
  ]);
  expect(await broken()).toEqual([]);
});

test("undo takes back all that nobody has paid for, and the customers who have nothing else", async () => {
  const id = await move(file);
  await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "u1" },
    phone: "0772 123456",
  });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  await undoMove(world, shop.live, id);
  await work();
  expect((await outcomes(id)).sort()).toEqual(["stays", "undone", "undone", "undone", "undone"]);
  const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id } });
  expect(rows.map(({ ref }) => ref)).toEqual(["u1"]);
  expect(await broken()).toEqual([]);
  // And the way is free again.
  await move(file);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(5);
});

test("undo leaves whoever has begun to pay, before any money came", async () => {
  const id = await move(file);
  await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "u1" },
    phone: "0772 123456",
  });
  await undoMove(world, shop.live, id);
  await work();
  expect((await outcomes(id)).sort()).toEqual(["stays", "undone", "undone", "undone", "undone"]);
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id } });
  // The payment went to the time that was moved in.
  expect(rows).toMatchObject([{ ref: "u1", paymentsCount: 1, currentPeriodEnd: new Date("2026-04-30") }]);
  expect(await broken()).toEqual([]);
});

test("undo is over after seven days, and works once", async () => {
  const id = await move(file);
  world.clock.advance(7 * 86_400_000 + 1);
  await expect(undoMove(world, shop.live, id)).rejects.toThrow();
  world.clock.set(now);
  await undoMove(world, shop.live, id);
  await work();
  await expect(undoMove(world, shop.live, id)).rejects.toThrow();
  await expect(startMove(world, shop.live, id)).rejects.toThrow();
});

test("a payment that comes during the undo is kept, whoever is first", async () => {
  const id = await move(file);
  await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "u2" },
    phone: "0772 999888",
  });
  world.clock.advance(5_000);
  await undoMove(world, shop.live, id);
  await Promise.all([work(), pollOpenAttempts(world)]);
  await world.settled();
  await pollOpenAttempts(world);
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id, ref: "u2" } });
  expect(row.paymentsCount).toBe(1);
  expect(await broken()).toEqual([]);
});

test("whoever dies in the middle loses nothing and doubles nothing", async () => {
  const lines = Array.from({ length: 600 }, (_, at) => `r${at},p${at}@example.com,Gold,2026-04-01`);
  const csv = `ref,email,product,current_period_end\n${lines.join("\n")}`;
  const id = await planMove(world, shop.live, { csv, productId: null });
  await startMove(world, shop.live, id);
  let count = 0;
  const dying = new Proxy(world, {
    get: (target, name) => {
      if (name === "db") count += 1;
      if (count > 3) throw new Error("killed");
      return Reflect.get(target, name) as unknown;
    },
  });
  await expect(runDueMoves(dying)).rejects.toThrow("killed");
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(500);
  // Its lease holds for a minute.
  expect(await runDueMoves(world)).toEqual({ more: false });
  world.clock.advance(61_000);
  await work();
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(600);
  expect((await readMove(world, shop.live, id)).counts.make).toBe(600);
  await silent();
  expect(await broken()).toEqual([]);
});

test("a move of another store is not found", async () => {
  const id = await planMove(world, shop.live, { csv: file, productId: null });
  const other = await testStore(world);
  await expect(readMove(world, other.live, id)).rejects.toThrow();
  await expect(startMove(world, other.live, id)).rejects.toThrow();
  for (const role of ["support", "developer", "viewer"] as const)
    await expect(planMove(world, { ...shop.live, role }, { csv: file, productId: null })).rejects.toThrow();
});

test("who ticked it tells subscribers and servers once, of what gives access; undo and a rerun tell nobody twice", async () => {
  const where = { storeId: shop.store.id };
  const loud = { notifies: true, publishes: true };
  const id = await planMove(world, shop.live, { csv: file, productId: null });
  await startMove(world, shop.live, id, loud);
  await expect(startMove(world, shop.live, id, loud)).rejects.toThrow();
  await work();
  const told = async () =>
    (await world.db.message.findMany({ where: { ...where, template: "moved_in" } }))
      .map(({ recipient }) => recipient)
      .sort();
  const four = ["+256772654321", "amina@example.com", "ben@example.com", "eve@example.com"];
  expect(await told()).toEqual(four);
  const events = await world.db.event.findMany({ where });
  expect(events.map(({ type }) => type)).toEqual(Array(4).fill("subscription.activated"));
  const { data } = JSON.parse(events[0]?.payload ?? "{}") as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    imported: true,
    has_access: true,
    imported_from: "csv",
    previous_status: null,
  });
  expect(await world.db.alert.count({ where })).toBe(0);
  expect(await broken()).toEqual([]);

  // The same file again, with the ticks: all are there already.
  const again = await planMove(world, shop.live, { csv: file, productId: null });
  await expect(startMove(world, shop.live, again, loud)).resolves.toBeUndefined();
  await work();
  expect([await told(), await world.db.event.count({ where })]).toEqual([four, 4]);

  // Undo: servers that heard of it hear that it is over; the messages went out, and are not sent again.
  await undoMove(world, shop.live, id);
  await expect(undoMove(world, shop.live, id)).rejects.toThrow();
  await work();
  const over = await world.db.event.count({ where: { ...where, type: "subscription.cancelled" } });
  expect([over, await world.db.event.count({ where })]).toEqual([4, 8]);
  const third = await planMove(world, shop.live, { csv: file, productId: null });
  await startMove(world, shop.live, third, { notifies: true, publishes: false });
  await work();
  expect(await told()).toEqual(four);
  expect(await world.db.event.count({ where })).toBe(8);
  expect(await broken()).toEqual([]);
});

test.each([1, 2, 3, 4])(
  "Pay pressed at the instant of the undo, round %i: the money is kept, or nothing was begun",
  async () => {
    const id = await move(file);
    const before = await world.db.subscription.findFirstOrThrow({
      where: { storeId: shop.store.id, ref: "u1" },
    });
    await undoMove(world, shop.live, id);
    await Promise.all([
      work(),
      press(world, shop, {
        for: { kind: "subscription_start", productId: shop.products[0].id, ref: "u1" },
        phone: "0772 123456",
      }),
    ]);
    const [open] = await world.db.order.findMany({ where: { storeId: shop.store.id } });
    const kept = await world.db.subscription.findUnique({ where: { id: before.id } });
    // An order that is not paid yet keeps its subscription too.
    if (open?.subscriptionId === before.id) expect(kept).not.toBeNull();
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id } });
    expect(rows.map(({ ref, paymentsCount }) => [ref, paymentsCount])).toEqual([["u1", 1]]);
    expect(await broken()).toEqual([]);
  },
);
