import { expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openStage } from "@/lib/testing/in-paying-world";
import { slice } from "@/scripts/lab/testing/slice";
import { checkLedger } from "../check-ledger";
import { requireFollows, see } from "./follows";
import { cells, nameOf } from "./table";
import { beginWalk, comesIn, goesBack } from "./walk";
import { missedCells, walkedCells } from "./walked";

const world = await openStage();

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
