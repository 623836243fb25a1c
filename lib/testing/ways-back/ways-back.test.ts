import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { slice } from "@/scripts/lab/testing/slice";
import { checkLedger } from "../check-ledger";
import { type PayingWorld, payingWorld } from "../payments";
import { requireFollows, see } from "./follows";
import { cells, nameOf } from "./table";
import { beginWalk, comesIn, goesBack } from "./walk";
import { missedCells, walkedCells } from "./walked";

let world: PayingWorld;
beforeAll(async () => {
  world = await payingWorld();
});
afterAll(() => world.close());

const walks = slice("ways back", cells, 4, nameOf);

test.each(walks.map((cell) => [nameOf(cell), cell] as const))(
  "%s: what follows is what the table says, and the books are right",
  async (name, cell) => {
    const walk = await beginWalk(world, cell);
    const paid = await comesIn(walk);
    await world.settled();
    const before = await see(walk, paid);
    await goesBack(walk, paid);
    await world.settled();
    expect(await walkedCells(world.pool, walk.shop.store.id)).toContain(name);
    requireFollows(walk, before, await see(walk, paid));
    expect(await checkLedger(world)).toEqual([]);
    expect(await checkInvariants(world, { storeId: walk.shop.store.id })).toEqual([]);
  },
  30_000,
);

test("no cell was left out", async () => {
  expect(await missedCells(world.pool, walks)).toEqual([]);
});
