import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TransferResult } from "@/lib/providers/rails/port";
import { checkFiscal } from "@/lib/testing/check-fiscal";
import { device, openFiscalStage, pin } from "@/lib/testing/fiscal-shop";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { withRail } from "@/lib/testing/payments";
import { pagesOf, statementsOf } from "@/lib/testing/statements";
import { requestRefund } from "../out/refunds/request";
import { settleRefund } from "../out/refunds/settle";
import { checkRefund } from "../out/refunds/work";
import { workTransfers } from "../out/transfers/work";
import { recordDisputes } from "../settlement/disputes/record";
import { connectDevice } from "./device";
import { gatherDocuments } from "./gather";
import { fiscalMonth } from "./read";
import { workFiscal } from "./send";

const { world, connected, sell, documents } = await openFiscalStage();

const minuteMs = 60_000;
const failed: TransferResult = { kind: "failed", failure: { reason: "unknown", railCode: "lost_or_stolen" } };

/** A store in Kampala with a practice device, and a payment of UGX 50,000 that was signed there. It is three hours before UTC. */
async function sold() {
  const ugandan = await sellingStore(world);
  await connectDevice(world, ugandan.seller, { ...device(pin()), kind: "practice" });
  world.clock.advance(1_000);
  const paid = await paidPayment(world, ugandan);
  await workFiscal(world);
  const refund = async (amountMinor: bigint) => {
    const wish = { orderId: paid.orderId, reason: "Broken", requestKey: randomUUID(), amountMinor };
    return (await requestRefund(world, ugandan.seller, wish)).id;
  };
  const creditedIn = async (month: string) => {
    const of = { month, currency: "UGX", timeZone: "Africa/Kampala" };
    const { classes } = await fiscalMonth(world, ugandan.live, of);
    return classes.map(({ soldMinor, creditedMinor }) => [soldMinor, creditedMinor]);
  };
  const notes = async () => (await documents(ugandan)).slice(1);
  return { ...paid, refund, creditedIn, notes, check: () => checkFiscal(world, ugandan.store.id) };
}

/** The last evening of April in Kampala. */
const evening = new Date("2026-04-30T20:30:00Z");
/** Nobody looked until the next morning. */
async function nextMorning() {
  world.clock.set(new Date("2026-05-01T06:00:00Z"));
  await workFiscal(world);
}
const dayIn = (payload: string | null | undefined) => JSON.parse(payload ?? "{}").salesDt;

describe("what went back is dated by when it did, not by when a look found it", () => {
  test("a refund: its day, its month, and a wish that failed the next day changes neither", async () => {
    const { refund, creditedIn, notes, check } = await sold();
    world.clock.set(evening);
    const id = await refund(20_000n);
    await later(world, 4_000);
    const { completedAt } = await world.db.refund.findUniqueOrThrow({ where: { id } });
    world.clock.set(new Date("2026-05-01T05:00:00Z"));
    const other = await refund(10_000n);
    await workTransfers(withRail(world, { refundStatus: async () => ({ kind: "pending", railRef: "r" }) }));
    await settleRefund(world, other, failed);
    await nextMorning();
    const [note] = await notes();
    expect(note).toMatchObject({ kind: "credit_note", totalMinor: 20_000n, happenedAt: completedAt });
    expect(dayIn(note?.payload)).toBe("20260430");
    expect(await creditedIn("2026-04")).toEqual([[50_000n, 20_000n]]);
    expect(await creditedIn("2026-05")).toEqual([]);
    expect(await check()).toEqual([]);
  });

  test("a refund that came back is a sale again of the day on which that was found", async () => {
    const { refund, creditedIn, notes, check } = await sold();
    const id = await refund(20_000n);
    await later(world, 4_000);
    await workFiscal(world);
    world.clock.set(evening);
    await workFiscal(world);
    await checkRefund(withRail(world, { refundStatus: async () => failed }), id);
    // Of this one the next look hears, and not only that of the hour.
    world.clock.advance(minuteMs);
    await workFiscal(world);
    const [, again] = await notes();
    expect(again).toMatchObject({ kind: "sale", totalMinor: 20_000n, happenedAt: evening });
    expect(await creditedIn("2026-04")).toEqual([[70_000n, 20_000n]]);
    expect(await creditedIn("2026-05")).toEqual([]);
    expect(await check()).toEqual([]);
  });

  test("a lost dispute, also of a part beside an old refund; an open one and one that is won have no document", async () => {
    const { attemptId, refund, creditedIn, notes, check } = await sold();
    await refund(10_000n);
    await later(world, 4_000);
    await workFiscal(world);
    const amount = { minor: 15_000n, currency: "UGX" as const };
    const told = (ref: string, state: "open" | "won" | "lost") =>
      recordDisputes(world, attemptId, [{ ref: `${attemptId}/${ref}`, state, amount }]);
    await told("first", "open");
    await told("first", "won");
    await told("second", "open");
    world.clock.set(evening);
    await workFiscal(world);
    expect(await notes()).toHaveLength(1);
    await told("second", "lost");
    await nextMorning();
    const [, note] = await notes();
    expect(note).toMatchObject({ kind: "credit_note", totalMinor: 15_000n, happenedAt: evening });
    expect(dayIn(note?.payload)).toBe("20260430");
    expect(await creditedIn("2026-04")).toEqual([[50_000n, 25_000n]]);
    expect(await creditedIn("2026-05")).toEqual([]);
    expect(await check()).toEqual([]);
  });
});

describe("a look", () => {
  test("reads no refund of before, however many there are; that of the hour reads all", async () => {
    await connected();
    const id = await sell();
    await workFiscal(world);
    const quiet = await pagesOfLook();
    await creditMany(id, 1_000);
    expect(await pagesOfLook()).toBeLessThan(quiet + 10);
    world.clock.advance(60 * minuteMs);
    expect(await pagesOfLook()).toBeGreaterThan(quiet + 1_000);
  });

  test("asks one question where no store has a device", async () => {
    for (const sandbox of [world.rails.sandbox, null]) {
      const { sent } = await statementsOf(() =>
        gatherDocuments({ ...world, rails: { ...world.rails, sandbox } }),
      );
      expect(sent).toEqual([expect.stringContaining("fiscal_devices")]);
    }
  });
});

/** What the question for what went back reads. */
async function pagesOfLook(): Promise<number> {
  world.clock.advance(minuteMs);
  const read = await pagesOf(world.pool, () => gatherDocuments(world));
  const [asked, ...more] = read.filter(({ text }) => text.includes("CROSS JOIN LATERAL"));
  expect(more).toEqual([]);
  return asked?.pages ?? Number.NaN;
}

/** So many orders like this one, of which all went back and has its credit note. */
async function creditMany(like: number, count: number): Promise<void> {
  const order = await world.db.order.findUniqueOrThrow({ where: { id: like } });
  const [document] = await documents();
  if (!document) throw new Error("It is not signed.");
  const { id: _, ...row } = order;
  const made = await world.db.order.createManyAndReturn({
    data: Array.from({ length: count }, (_one, index) => ({
      ...{ ...row, number: `OLD-${index}`, shortNumber: `${index}`, receiptToken: randomUUID() },
      ...{ paymentStatus: "refunded" as const, refundedMinor: row.totalMinor },
    })),
    select: { id: true },
  });
  const { id: __, lines, payload: ___, ...signed } = document;
  await world.db.fiscalDocument.createMany({
    data: made.flatMap(({ id: orderId }) =>
      (["sale", "credit_note"] as const).map((kind, sequence) => ({
        ...{ ...signed, orderId, sequence, kind, number: null, lines: lines ?? [] },
      })),
    ),
  });
}
