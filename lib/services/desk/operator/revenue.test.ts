import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { listRevenue, type RevenueFilters, sumFees, sumRevenue, walkRevenue } from "./revenue";

const world = await openStage();
let operator: Awaited<ReturnType<typeof newOperator>>;
let shops: Awaited<ReturnType<typeof sellingStore>>[];

beforeAll(async () => {
  operator = await newOperator(world);
  shops = [await sellingStore(world), await sellingStore(world)];
});

const page = { skip: 0, take: 1_000 };
const of = (filters: RevenueFilters) => listRevenue(world, operator, filters, page);

/** The balance of the books: what all lines together must come to. */
async function booked(): Promise<bigint> {
  const rows = await world.db.ledgerAccount.findMany({
    where: { kind: "fee_income" },
    include: { balance: true },
  });
  return rows.reduce((sum, { balance }) => sum + (balance?.balanceMinor ?? 0n), 0n);
}

test("each view adds up to what the books hold, and a line knows its store, day and method", async () => {
  const [first, second] = shops;
  if (!first || !second) throw new Error("Two stores are needed.");
  const today = world.clock.now().toISOString().slice(0, 10);
  const { orderId } = await paidPayment(world, first);
  world.clock.advance(86_400_000);
  const other = await paidPayment(world, second, "788");
  const feeOf = async (id: number) => (await world.db.order.findUniqueOrThrow({ where: { id } })).feeMinor;
  const wish = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  await requestRefund(world, first.seller, wish);
  const [fee, otherFee] = [await feeOf(orderId), await feeOf(other.orderId)];
  expect(fee).toBeGreaterThan(0n);
  const left = (lines: { earnedMinor: bigint; givenBackMinor: bigint }[]) =>
    lines.reduce((sum, line) => sum + line.earnedMinor - line.givenBackMinor, 0n);
  for (const view of ["day", "store", "method", "each"] as const) {
    const { rows, total } = await of({ view });
    expect(left(rows), view).toBe(await booked());
    expect(total).toBe(rows.length);
  }
  const { rows } = await of({ view: "each" });
  expect(rows).toContainEqual({
    ...{ day: today, storeId: first.store.id, storeName: first.store.name, method: "mobile_money" },
    ...{ currency: "UGX", earnedMinor: fee, givenBackMinor: 0n },
  });
  const back = rows.find(({ storeId, givenBackMinor }) => storeId === first.store.id && givenBackMinor > 0n);
  expect(back).toMatchObject({ method: "mobile_money", earnedMinor: 0n, givenBackMinor: fee });
  const tomorrow = new Date(Date.parse(today) + 86_400_000);
  expect(left((await of({ view: "day", from: tomorrow })).rows)).toBe(otherFee - fee);
  expect(left(await sumRevenue(world, operator, { view: "day", to: tomorrow }))).toBe(
    (await booked()) - otherFee + fee,
  );
  const walked = [];
  for await (const lines of walkRevenue(world, operator, { view: "each" })) walked.push(...lines);
  expect(walked).toEqual(rows);
});

test("what is summed of the ledger changes no line, whenever it is summed and whatever comes after", async () => {
  const [first] = shops;
  if (!first) throw new Error("A store is needed.");
  // The row was made when the database was, which is later than this world's time.
  await world.db.feeProgress.updateMany({ data: { seenAt: new Date(0) } });
  const shown = async () => {
    const tomorrow = new Date(Date.parse(world.clock.now().toISOString().slice(0, 10)));
    const asked: RevenueFilters[] = [
      ...(["day", "store", "method", "each"] as const).map((view) => ({ view })),
      { view: "each", from: tomorrow },
      { view: "each", to: tomorrow },
    ];
    return Promise.all(
      asked.map(async (filters) => [await of(filters), await sumRevenue(world, operator, filters)]),
    );
  };
  const left = async () => {
    const lines = await sumRevenue(world, operator, { view: "day" });
    return lines.reduce((sum, line) => sum + line.earnedMinor - line.givenBackMinor, 0n);
  };
  let summed = 0;
  for (let step = 0; step < 4; step += 1) {
    await paidPayment(world, first);
    const before = await shown();
    const again = await sumFees(world);
    expect(await shown()).toEqual(before);
    expect(await left()).toBe(await booked());
    // Entries of the last hours may still come to be committed.
    expect(await sumFees(world)).toBe(0);
    summed += again;
    world.clock.advance(step * 4 * 3_600_000);
  }
  expect(summed).toBeGreaterThan(0);
  expect(await world.db.feeSum.count()).toBeGreaterThan(0);
});

test("a page past the last line still knows how many there are", async () => {
  const { total } = await of({ view: "each" });
  const past = await listRevenue(world, operator, { view: "each" }, { skip: 1_000, take: 50 });
  expect(past).toEqual({ rows: [], total });
  expect(total).toBeGreaterThan(1);
});
