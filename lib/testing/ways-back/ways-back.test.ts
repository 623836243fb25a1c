import { afterAll, beforeAll, expect, test } from "vitest";
import { hasAccess } from "@/lib/domain/subscription";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { slice } from "@/scripts/testing/slice";
import { checkLedger } from "../check-ledger";
import { type PayingWorld, payingWorld } from "../payments";
import { type Cell, cells, nameOf } from "./table";
import { beginWalk, comesIn, goesBack, type Walk } from "./walk";
import { missedCells, walkedCells } from "./walked";

let world: PayingWorld;
beforeAll(async () => {
  world = await payingWorld();
});
afterAll(() => world.close());

const plain = cells.filter(({ around }) => around === "nothing");
const mixed = cells.filter(({ around }) => around !== "nothing");
const walks = [
  ...slice("ways back", plain, 4, nameOf),
  ...slice("ways back with what is around them", mixed, 20, nameOf),
];

test.each(walks.map((cell) => [nameOf(cell), cell] as const))(
  "%s: what follows is what the table says, and the books are right",
  async (name, cell) => {
    const walk = await beginWalk(world, cell);
    const paid = await comesIn(walk);
    await goesBack(walk, paid);
    await world.settled();
    expect(await walkedCells(world.pool, walk.shop.store.id)).toContain(name);
    await follows(walk, paid.orderId);
    expect(await checkLedger(world)).toEqual([]);
    expect(await checkInvariants(world, { storeId: walk.shop.store.id })).toEqual([]);
  },
  30_000,
);

test("no cell was left out", async () => {
  expect(await missedCells(world.pool, walks)).toEqual([]);
});

const statusAfter: Record<Cell["way"], string> = {
  part_refund: "partially_refunded",
  whole_refund: "refunded",
  refund_fails_late: "paid",
  reversal_part: "partially_refunded",
  reversal_whole: "refunded",
  dispute_open: "paid",
  dispute_won: "paid",
  dispute_lost: "refunded",
  dispute_fraud: "paid",
};

/** The order says what went back; access and consent follow from it. */
async function follows({ cell }: Walk, orderId: number): Promise<void> {
  const order = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true, invoice: true },
  });
  expect(order.paymentStatus).toBe(statusAfter[cell.way]);
  const { subscription, invoice } = order;
  if (subscription) expect(hasAccess(subscription, world.clock.now())).toBe(keepsAccess(cell));
  if (subscription && cell.way === "whole_refund") expect(subscription.renewalMode).toBe("manual");
  const isTaken = cell.way === "reversal_whole" || cell.way === "dispute_lost";
  if (invoice) expect(invoice.paidMinor === 0n).toBe(isTaken);
}

/** A refund of all ends it, for the walk's seller says so; a reversal takes what its money bought and leaves the rest. */
function keepsAccess({ source, way, around }: Cell): boolean {
  if (way === "whole_refund" || way === "refund_fails_late") return false;
  if (way !== "reversal_whole" && way !== "dispute_lost") return true;
  return source !== "first" || around === "change_credit";
}
