import fc from "fast-check";
import { expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { press } from "@/lib/testing/payments";
import { booksOf, tillStore } from "@/lib/testing/till";
import { runs } from "@/scripts/lab/testing/slice";
import { settle } from "../settlement/settle";
import { takeTillPayment } from "./take";

const world = await openStage();

/** Who may tell of one payment: each says the same, once, twice or never, in any order, at once or days later. */
const doors = ["callback", "till", "query", "statement"] as const;
type Door = (typeof doors)[number];

/** Groups of doors that speak at once, and how long it is until the next. */
const told = fc.array(
  fc.record({
    group: fc.array(fc.constantFrom(...doors), { minLength: 1, maxLength: 3 }),
    waitMs: fc.constantFrom(0, 1_000, 50_000, 3_600_000, 40 * 3_600_000),
  }),
  { minLength: 1, maxLength: 5 },
);

/** What may be wrong besides: the answer to the prompt was lost, or the prompt seemed to have failed. */
const fates = fc.record({
  isAnswerLost: fc.boolean(),
  isFailedFirst: fc.boolean(),
  /** A till takes no account number: then only a callback or a query says whose payment it is. */
  isNumbered: fc.boolean(),
});

interface Fate {
  isAnswerLost: boolean;
  isFailedFirst: boolean;
  isNumbered: boolean;
}

async function live(groups: { group: Door[]; waitMs: number }[], fate: Fate) {
  const shop = await tillStore(world);
  const { id } = await testInvoice(world, shop.live);
  const number = fate.isNumbered ? await shop.number({ kind: "invoice", id }) : null;
  const attempt = await press(world, shop, { for: { kind: "invoice", invoiceId: id, amount: null } });
  const { railRef } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
  if (fate.isAnswerLost)
    await world.db.paymentAttempt.update({ where: { id: attempt.id }, data: { railRef: null } });
  world.clock.advance(10_000);
  const payment = shop.till({ typed: number, at: world.clock.now() });
  const { receipt, amount, at: paidAt } = payment;
  const settlement = { railRef: railRef ?? "ref", amount, paidAt, method: "mobile_money" as const };
  if (fate.isFailedFirst)
    await settle(world, attempt.id, { kind: "failed", failure: { reason: "not_approved_in_time" } });
  const tell: Record<Door, () => Promise<unknown>> = {
    callback: () => settle(world, attempt.id, { kind: "succeeded", settlement: { ...settlement, receipt } }),
    query: () => settle(world, attempt.id, { kind: "succeeded", settlement }),
    till: () => takeTillPayment(world, payment),
    statement: () => takeTillPayment(world, { ...payment, phone: null, name: null }),
  };
  for (const { group, waitMs } of groups) {
    await Promise.all(group.map((door) => tell[door]()));
    world.clock.advance(waitMs);
  }
  return { shop, id, attemptId: attempt.id, heard: new Set(groups.flatMap(({ group }) => group)) };
}

test("whatever tells of one payment, in any order, twice, late or never, it is in the books once", async () => {
  await fc.assert(
    fc.asyncProperty(told, fates, async (groups, fate) => {
      const { shop, id, attemptId, heard } = await live(groups, fate);
      const isKnown = fate.isNumbered || heard.has("callback") || heard.has("query");
      const invoice = await world.db.invoice.findUniqueOrThrow({ where: { id } });
      expect(invoice.paidMinor).toBe(isKnown ? 50_000n : 0n);
      const books = { own_account: 50_000n, sales_direct: 50_000n, fees_due: 750n };
      expect(await booksOf(world, shop.store.id)).toEqual(isKnown ? books : {});
      const paid = await world.db.paymentAttempt.findMany({
        where: { storeId: shop.store.id, paidAt: { not: null } },
      });
      expect(paid.map((row) => row.id)).toEqual(isKnown ? [attemptId] : []);
      // What nobody could know waits for the seller; what is known does not.
      const waits = await world.db.task.count({
        where: { storeId: shop.store.id, kind: "till_payment", resolvedAt: null },
      });
      const isAsked = !fate.isNumbered && !heard.has("callback");
      expect(waits).toBe(isAsked && (heard.has("till") || heard.has("statement")) ? 1 : 0);
      expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
    }),
    { numRuns: runs(120, 4) },
  );
});
