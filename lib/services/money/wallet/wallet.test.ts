import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { addDestination } from "../out/payouts/add-destination";
import { requestPayout } from "../out/payouts/request";
import { requestRefund } from "../out/refunds/request";
import { undoPayment } from "../outside/record";
import { sellAtCounter } from "../outside/sell";
import { listTotals, readWallets, releasesOf, type TotalFilters } from "./read";
import {
  listStatement,
  readStatement,
  type StatementFilters,
  type StatementLine,
  statementCsv,
} from "./statement";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;
beforeEach(async () => {
  shop = await sellingStore(world);
});

const ugx: StatementFilters = { currency: "UGX" };
const all = { skip: 0, take: 1000 };

async function account(digits: string, name = "Achieng Otieno"): Promise<number> {
  const { id } = await addDestination(world, shop.seller, {
    kind: "mobile_money",
    phone: `0772 000 ${digits}`,
    network: "mtn_ug",
    name,
    password: testPassword,
  });
  return id;
}

function payOut(destinationId: number, amount: string) {
  return requestPayout(world, shop.seller, {
    id: randomUUID(),
    destinationId,
    amount,
    password: testPassword,
  });
}

/** None where that phone was asked three times and has approved nothing. */
function paidIfAsked(digits: string): Promise<number[]> {
  return paidPayment(world, shop, digits).then(
    ({ orderId }) => [orderId],
    (error) => {
      if (error instanceof Refusal && error.code === "too_many_attempts") return [];
      throw error;
    },
  );
}

function giveBack(orderId: number, amountMinor?: bigint) {
  const input = { orderId, reason: "Broken", requestKey: randomUUID() };
  return requestRefund(world, shop.seller, amountMinor === undefined ? input : { ...input, amountMinor });
}

async function downloaded(filters = ugx): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const batch of readStatement(world, shop.live, filters)) lines.push(...batch);
  return lines;
}

async function csvText(): Promise<string> {
  let text = "";
  for await (const piece of statementCsv(world, shop.live, ugx, "Africa/Kampala", ({ kind }) => kind))
    text += piece;
  return text;
}

describe("the statement", () => {
  test("adds up to the balances after any life of payments, refunds, payouts and holds", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("pay" as const), digits: fc.constantFrom("789", "279", "149") }),
      fc.record({ do: fc.constant("refund" as const), minor: fc.bigInt(1n, 50_000n) }),
      fc.record({ do: fc.constant("payout" as const), amount: fc.integer({ min: 500, max: 60_000 }) }),
      fc.record({ do: fc.constant("release" as const) }),
      fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 4_000, 60_000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        shop = await sellingStore(world);
        const destinations = [await account("789"), await account("089"), await account("209")];
        const orders: number[] = [];
        for (const [index, one] of steps.entries()) {
          if (one.do === "pay") orders.push(...(await paidIfAsked(one.digits)));
          if (one.do === "refund") await giveBack(orders.at(-1) ?? 0, one.minor).catch(() => {});
          if (one.do === "payout")
            await payOut(destinations[index % 3] ?? 0, String(one.amount)).catch(() => {});
          if (one.do === "release") await releaseAll(world);
          await later(world, one.do === "wait" ? one.ms : 0);
        }
        await expectSums();
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  test("says of each line what it was and leads to its order or payout", async () => {
    const { orderId } = await paidPayment(world, shop);
    await releaseAll(world);
    const { id } = await payOut(await account("789"), "1000");
    await giveBack(orderId, 500n);
    await later(world, 4_000);
    const { lines } = await listStatement(world, shop.live, ugx, all);
    const kinds = lines.map(({ kind }) => kind).reverse();
    expect(kinds.slice(0, 4)).toEqual([
      "payment_settled",
      "hold_released",
      "payout_requested",
      "refund_requested",
    ]);
    expect(kinds.slice(4).sort()).toEqual(["payout_paid", "refund_paid"]);
    expect(lines.map(({ about }) => about)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderId }),
        expect.objectContaining({ payoutId: id }),
      ]),
    );
  });

  test("is filtered by what happened and when; balances stay those of the whole", async () => {
    await paidPayment(world, shop);
    const from = world.clock.now();
    await releaseAll(world);
    const to = new Date(world.clock.now().getTime() + 1);
    await payOut(await account("789"), "1000");
    const kinds = async (more: Partial<StatementFilters>) => {
      const filters = { ...ugx, ...more };
      const { lines, total } = await listStatement(world, shop.live, filters, all);
      expect(total).toBe(lines.length);
      expect((await downloaded(filters)).map(({ id }) => id)).toEqual(lines.map(({ id }) => id).reverse());
      return lines.map(({ kind }) => kind);
    };
    expect(await kinds({ group: "payments" })).toEqual(["payment_settled"]);
    expect(await kinds({ group: "payouts" })).toEqual(["payout_requested"]);
    expect(await kinds({ group: "releases", from, to })).toEqual(["hold_released"]);
    expect(await kinds({ group: "releases", to: from })).toEqual([]);
    // What happened at the end of one span is in the next one, and only there.
    const [at] = (await listStatement(world, shop.live, { ...ugx, group: "releases" }, all)).lines;
    expect(await kinds({ group: "releases", to: at?.at ?? from })).toEqual([]);
    expect(await kinds({ group: "releases", from: at?.at ?? to })).toEqual(["hold_released"]);
    const [released] = (await listStatement(world, shop.live, { ...ugx, group: "releases" }, all)).lines;
    expect(released?.after).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
  });

  test("shows nothing of another store", async () => {
    await paidPayment(world, shop);
    const other = await sellingStore(world);
    expect(await listStatement(world, other.live, ugx, all)).toEqual({ lines: [], total: 0 });
    expect(
      (await readWallets(world, other.live)).map(({ currency, pendingMinor }) => [currency, pendingMinor]),
    ).toEqual([["UGX", 0n]]);
  });

  test("goes through pages that hold every line once", async () => {
    for (let count = 0; count < 3; count += 1) await paidPayment(world, shop);
    await releaseAll(world);
    const pages = await Promise.all(
      [0, 2, 4].map((skip) => listStatement(world, shop.live, ugx, { skip, take: 2 })),
    );
    const ids = pages.flatMap(({ lines }) => lines.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a > b ? -1 : 1)));
    expect(ids).toHaveLength(6);
  });
});

const kampala = { currency: "UGX", timeZone: "Africa/Kampala" };
const totals = async (more: Partial<TotalFilters> = {}) =>
  (await listTotals(world, shop.live, { by: "day", ...kampala, ...more }, all)).rows;

describe("the totals", () => {
  const atCounter = async () => {
    const { orderId } = await sellAtCounter(world, shop.seller, {
      ...{ id: randomUUID(), lines: [{ name: "Rope", quantity: "1", price: "7000" }], reference: "" },
      ...{ method: "cash", customer: { name: "", email: "", phone: "" } },
    });
    return orderId;
  };

  test("have what came in, fees, what went out and what the seller took, by day and by month", async () => {
    // Half past eleven in the evening of Kampala's 30 April: an hour later it is May there, and April in UTC.
    world.clock.set(new Date("2026-04-30T20:30:00Z"));
    const { orderId } = await paidPayment(world, shop);
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    await atCounter();
    world.clock.set(new Date("2026-04-30T22:00:00Z"));
    await giveBack(orderId, 10_000n);
    await undoPayment(world, shop.seller, { orderId: await atCounter(), reason: "Typed twice" });
    const back = await world.db.refund.findFirstOrThrow({ where: { orderId } });
    const april = { inMinor: order.totalMinor, feeMinor: order.feeMinor, outMinor: 0n, cashMinor: 7_000n };
    const may = { inMinor: 0n, feeMinor: -back.feeBackMinor, outMinor: 10_000n, cashMinor: 0n };
    const currency = "UGX";
    expect(back.feeBackMinor).toBeGreaterThan(0n);
    expect(await totals()).toEqual([
      { on: "2026-05-01", currency, ...may },
      { on: "2026-04-30", currency, ...april },
    ]);
    expect(await totals({ by: "month" })).toEqual([
      { on: "2026-05-01", currency, ...may },
      { on: "2026-04-01", currency, ...april },
    ]);
    expect(await totals({ from: new Date("2026-04-30T21:00:00Z") })).toHaveLength(1);
    const other = await sellingStore(world);
    expect((await listTotals(world, other.live, { by: "day", ...kampala }, all)).rows).toEqual([]);
  });

  test("have a payout as what reached its account, and its fee among the fees", async () => {
    await paidPayment(world, shop);
    await releaseAll(world);
    const destination = await account("789");
    const before = (await totals())[0];
    await payOut(destination, "20000");
    for (let round = 0; round < 5; round += 1) await later(world, 60_000);
    const payout = await world.db.payout.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect(payout.status).toBe("paid");
    const rows = await totals({ by: "month" });
    const sum = (of: "outMinor" | "feeMinor") => rows.reduce((all, row) => all + row[of], 0n);
    expect(sum("outMinor")).toBe(20_000n);
    expect(sum("feeMinor")).toBe((before?.feeMinor ?? 0n) + payout.feeMinor);
  });
});

describe("the statement as CSV", () => {
  test("begins with a byte order mark, has ISO and store time, and plain numbers, negative ones too", async () => {
    await paidPayment(world, shop);
    await releaseAll(world);
    await payOut(await account("789"), "1000");
    const text = await csvText();
    expect(text.startsWith("\uFEFFtime,store_time,what,")).toBe(true);
    const [, paid, , payout] = text.trimEnd().split("\r\n");
    expect(paid).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00,2026-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(paid).toMatch(/,ORD-000001,UGX,49250,0,0,49250,0,0$/);
    expect(payout).toMatch(/,UGX,0,-1010,0,0,48240,0$/);
  });

  test("never begins a cell with what a spreadsheet would run", async () => {
    await paidPayment(world, shop);
    await releaseAll(world);
    await payOut(await account("789", '=HYPERLINK("http://evil","x")'), "1000");
    for (const number of ['=cmd|" /C calc"!A0', "+1+1", "-2+3", "@SUM(A1)"]) {
      await world.db.order.updateMany({ where: { storeId: shop.store.id }, data: { number } });
      const rows = (await csvText()).trimEnd().split("\r\n").slice(1);
      const cells = rows.flatMap((row) => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []);
      for (const cell of cells) expect(cell.replace(/^"/, "")).not.toMatch(/^[=+@]|^-(?!\d+(\.\d+)?,?$)/);
    }
  });
});

describe("what is on the way", () => {
  test("is shown by when it is released, and adds up to what is pending", async () => {
    await paidPayment(world, shop);
    world.clock.advance(3_600_000);
    const { orderId } = await paidPayment(world, shop);
    await giveBack(orderId, 10_000n);
    const [wallet] = await readWallets(world, shop.live);
    expect(wallet?.pendingMinor).toBe(98_500n - 9_850n);
    // The refund took of what is released first to last: the hold that ends last still keeps its whole payment back.
    expect(wallet?.releases.map(({ amountMinor }) => amountMinor)).toEqual([39_400n, 49_250n]);
  });

  test("holds release together what is pending, whatever refunds have taken", () => {
    const holds = fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(holds, fc.bigInt(0n, 1n << 20n), (amounts, taken) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0n);
        const pending = total - (taken % (total + 1n));
        const releases = releasesOf(
          pending,
          amounts.map((amountMinor, index) => ({ releaseAt: new Date(index), amountMinor })),
        );
        expect(releases.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(pending);
      }),
    );
  });
});

async function expectSums(): Promise<void> {
  const wallet = await readWallet(world.db, shop.store.id, "UGX");
  const { currency: _, ...balances } = wallet;
  const { lines } = await listStatement(world, shop.live, ugx, all);
  const summed = lines.reduce<Record<string, bigint>>((sums, { effects }) => {
    for (const [name, minor] of Object.entries(effects)) sums[name] = (sums[name] ?? 0n) + minor;
    return sums;
  }, {});
  const empty = Object.fromEntries(Object.keys(balances).map((name) => [name, 0n]));
  expect({ ...empty, ...summed }).toEqual(balances);
  if (lines[0]) expect(lines[0].after).toEqual(balances);
  expect(await downloaded()).toEqual([...lines].reverse());
  for (const by of ["day", "month"] as const) {
    const gained = (await totals({ by })).reduce(
      (sum, { inMinor, feeMinor, outMinor }) => sum + inMinor - feeMinor - outMinor,
      0n,
    );
    const wallet = await readWallet(world.db, shop.store.id, "UGX");
    expect(gained).toBe(wallet.pendingMinor + wallet.availableMinor - wallet.debtMinor);
  }
}
