import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseOfTheApp, testStore, testWorld } from "@/lib/testing/world";
import { closeFormDraft, draftsMax, readFormDraft, saveFormDraft } from "./drafts";

const world = { ...testWorld(), ...databaseOfTheApp() };
const page = "invoices/new";
const typed = (name: string) => ({ customerName: [name] });
const read = async (seller: Parameters<typeof readFormDraft>[1], at = page) =>
  (await readFormDraft(world, seller, at))?.fields ?? null;

test("what was typed is there again for the same person, store and page, and for nobody else", async () => {
  const [shop, other] = [await testStore(world), await testStore(world)];
  const opening = randomUUID();
  await saveFormDraft(world, shop.live, { page, opening, turn: 1 }, typed("Amina"));
  expect(await read(shop.live)).toEqual(typed("Amina"));
  expect(await read(shop.live, "links/new")).toBeNull();
  expect(await read({ ...shop.live, userId: other.owner.id })).toBeNull();
  expect(await read({ ...shop.live, storeId: other.store.id })).toBeNull();
});

test("an older text of an opening never replaces a newer one, in whatever order they arrive", async () => {
  const { live } = await testStore(world);
  const opening = randomUUID();
  const turns = [3, 1, 4, 2, 5];
  await Promise.all(
    turns.map((turn) => saveFormDraft(world, live, { page, opening, turn }, typed(`turn ${turn}`))),
  );
  expect(await read(live)).toEqual(typed("turn 5"));
});

test("what still arrives from a form that was saved or discarded is ignored; the next opening begins anew", async () => {
  const { live } = await testStore(world);
  const opening = randomUUID();
  const late = saveFormDraft(world, live, { page, opening, turn: Date.now() }, typed("late"));
  await Promise.all([late, closeFormDraft(world, live, { page, opening })]);
  await saveFormDraft(world, live, { page, opening, turn: Date.now() }, typed("later"));
  expect(await read(live)).toBeNull();
  await saveFormDraft(world, live, { page, opening: randomUUID(), turn: 1 }, typed("again"));
  expect(await read(live)).toEqual(typed("again"));
});

test("there are so many drafts and no more, and none longer than 64 KB", async () => {
  const clocked = testWorld();
  const { live } = await testStore(clocked);
  for (let from = 1; from <= draftsMax + 2; from += 1) {
    clocked.clock.advance(1_000);
    const at = { page: `invoices/new?from=${from}`, opening: randomUUID(), turn: 1 };
    await saveFormDraft(clocked, live, at, typed(`${from}`));
  }
  const left = await clocked.db.formDraft.findMany({ where: { storeId: live.storeId } });
  expect(left).toHaveLength(draftsMax);
  expect(await read(live, "invoices/new?from=1")).toBeNull();
  const long = { page, opening: randomUUID(), turn: 1 };
  expect(await saveFormDraft(clocked, live, long, { notes: ["x".repeat(64 * 1024)] })).toBe(false);
  expect(await read(live)).toBeNull();
});
