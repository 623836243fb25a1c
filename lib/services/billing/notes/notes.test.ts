import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { tagsMax } from "@/lib/domain/text";
import { find } from "@/lib/services/desk/search/find";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { listCustomers, walkCustomers } from "@/lib/services/people/customers/list";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { listOrders, walkOrders } from "../orders/list";
import {
  addTag,
  deleteAnyNote,
  deleteNote,
  listNotes,
  notesMax,
  removeTag,
  type Subject,
  type SubjectKind,
  tagsOf,
  usedTags,
  writeNote,
} from "./notes";

const world = testWorld();
let shop: TestStore;
let owner: Seller;
let support: Seller;
let subjects: Record<SubjectKind, Subject>;

beforeAll(async () => {
  const { id } = await world.db.user.create({
    data: { email: "desk@example.com", name: "Desk Person", createdAt: world.clock.now() },
  });
  support = { storeId: 0, accountId: 0, livemode: true, userId: id, role: "support", actor: `user:${id}` };
});

beforeEach(async () => {
  shop = await testStore(world);
  owner = { ...shop.live, userId: shop.owner.id, role: "owner", actor: `user:${shop.owner.id}` };
  support = { ...support, storeId: owner.storeId, accountId: owner.accountId };
  subjects = await aPair("Amina");
});

async function aPair(name: string): Promise<Record<SubjectKind, Subject>> {
  const { id, customerId } = await paidOrder(world, shop, { name });
  return { order: { kind: "order", id }, customer: { kind: "customer", id: customerId } };
}

const kinds: SubjectKind[] = ["customer", "order"];

describe.each(kinds)("notes on a %s", (kind) => {
  test("stand there newest first, with who and when", async () => {
    await writeNote(world, owner, subjects[kind], "  Pays on Fridays.\r\nAsk first. ");
    world.clock.advance(60_000);
    await writeNote(world, support, subjects[kind], "Called.");
    const notes = await listNotes(world, owner, subjects[kind]);
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ["Called.", "Desk Person"],
      ["Pays on Fridays.\nAsk first.", "Olive Owner"],
    ]);
    expect(notes[0]?.at).toEqual(world.clock.now());
    const other = kind === "order" ? "customer" : "order";
    expect(await listNotes(world, owner, subjects[other])).toEqual([]);
  });

  test("an empty one, a long one and one too many are refused", async () => {
    for (const text of [" \n ", "x".repeat(1_001), "a\u0007b"])
      await expect(writeNote(world, owner, subjects[kind], text)).rejects.toThrow(Invalid);
    await writeNote(world, owner, subjects[kind], "🥛".repeat(1_000));
    const first = await world.db.note.findFirstOrThrow({ orderBy: { id: "desc" } });
    const { id: _id, ...copy } = first;
    await world.db.note.createMany({ data: Array(notesMax - 2).fill(copy) });
    // Two at once: one of them is the last.
    const both = await Promise.allSettled(
      ["a", "b"].map((text) => writeNote(world, owner, subjects[kind], text)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("each deletes their own; owners and admins any; the log says who, and not what", async () => {
    await writeNote(world, owner, subjects[kind], "Secret of the owner");
    await writeNote(world, support, subjects[kind], "Of the desk");
    const [desk, own] = await listNotes(world, support, subjects[kind]);
    expect([desk?.deletable, own?.deletable]).toEqual([true, false]);
    expect((await listNotes(world, owner, subjects[kind])).every(({ deletable }) => deletable)).toBe(true);
    const viewer: Seller = { ...support, role: "viewer" };
    expect((await listNotes(world, viewer, subjects[kind])).some(({ deletable }) => deletable)).toBe(false);
    await expect(deleteNote(world, support, subjects[kind], own?.id ?? 0)).rejects.toThrow(NotFound);
    await deleteNote(world, support, subjects[kind], desk?.id ?? 0);
    // Not by way of another thing.
    await expect(deleteAnyNote(world, owner, (await aPair("B"))[kind], own?.id ?? 0)).rejects.toThrow(
      NotFound,
    );
    await deleteAnyNote(world, owner, subjects[kind], own?.id ?? 0);
    expect(await listNotes(world, owner, subjects[kind])).toEqual([]);
    const log = await world.db.auditEntry.findMany({
      where: { storeId: owner.storeId, action: "note.deleted" },
    });
    expect(log).toMatchObject([{ actor: support.actor }, { actor: owner.actor }]);
    expect(JSON.stringify(log.map(({ details, reason }) => [details, reason]))).not.toContain("Secret");
  });
});

/** The ids in the list, in the file and in the counts with this tag. */
async function tagged(caller: Seller, kind: SubjectKind, tag: string): Promise<number[]> {
  const page = { skip: 0, take: 50 };
  const [found, walk] =
    kind === "order"
      ? [await listOrders(world, caller, { tag }, page), walkOrders(world, caller, { tag })]
      : [await listCustomers(world, caller, { tag }, page), walkCustomers(world, caller, { tag })];
  const idOf = (row: { id: number } | { row: { id: number } }) => ("row" in row ? row.row.id : row.id);
  const inFile: number[] = [];
  for await (const rows of walk) inFile.push(...rows.map(idOf));
  const ids = found.rows.map(idOf);
  expect([inFile, found.total]).toEqual([ids, ids.length]);
  return ids;
}

describe.each(kinds)("tags of a %s", (kind) => {
  test("keep the case they were typed in, and are one in any case", async () => {
    expect(await addTag(world, support, subjects[kind], "  Big   buyer ")).toBe(true);
    expect(await addTag(world, owner, subjects[kind], "BIG BUYER")).toBe(false);
    expect(await addTag(world, owner, subjects[kind], "école")).toBe(true);
    const { id } = subjects[kind];
    const read = async () => (await tagsOf(world, owner, kind, [id])).get(id);
    expect(await read()).toEqual(["Big buyer", "école"]);
    expect(await tagged(owner, kind, "big BUYER")).toEqual([id]);
    expect(await tagged(owner, kind, "ÉCOLE")).toEqual([id]);
    expect(await tagged(owner, kind, "buyer")).toEqual([]);
    expect(await removeTag(world, support, subjects[kind], "big buyer")).toBe("Big buyer");
    expect(await removeTag(world, support, subjects[kind], "big buyer")).toBeNull();
    expect(await read()).toEqual(["école"]);
  });

  test("an empty one, a long one and one too many are refused, also when two come at once", async () => {
    for (const tag of ["  ", "x".repeat(41), "a\nb"])
      await expect(addTag(world, owner, subjects[kind], tag)).rejects.toThrow(Invalid);
    await addTag(world, owner, subjects[kind], "x".repeat(40));
    for (let made = 1; made < tagsMax - 1; made += 1) await addTag(world, owner, subjects[kind], `t${made}`);
    const both = await Promise.allSettled(["a", "b"].map((tag) => addTag(world, owner, subjects[kind], tag)));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("in use are each once, by the alphabet, and found by a part", async () => {
    const second = (await aPair("B"))[kind];
    for (const tag of ["wholesale", "VIP"]) await addTag(world, owner, subjects[kind], tag);
    for (const tag of ["vip", "Debt"]) await addTag(world, owner, second, tag);
    expect((await usedTags(world, owner, kind)).map((tag) => tag.toLowerCase())).toEqual([
      "debt",
      "vip",
      "wholesale",
    ]);
    expect(await usedTags(world, owner, kind, { part: "SALE" })).toEqual(["wholesale"]);
    expect(await usedTags(world, owner, kind, { part: "%" })).toEqual([]);
    expect((await find(world, owner, "whole", "en")).tags).toEqual([{ kind, name: "wholesale" }]);
  });

  test("are of one account and store alone", async () => {
    await addTag(world, owner, subjects[kind], "VIP");
    await writeNote(world, owner, subjects[kind], "Ours");
    const other = await testStore(world);
    const stranger: Seller = { ...other.live, userId: other.owner.id, role: "owner" };
    for (const verb of [
      () => addTag(world, stranger, subjects[kind], "x"),
      () => removeTag(world, stranger, subjects[kind], "VIP"),
      () => writeNote(world, stranger, subjects[kind], "x"),
    ])
      await expect(verb()).rejects.toThrow(NotFound);
    const { id } = subjects[kind];
    expect(await listNotes(world, stranger, subjects[kind])).toEqual([]);
    expect((await tagsOf(world, stranger, kind, [id])).size).toBe(0);
    expect(await usedTags(world, stranger, kind)).toEqual([]);
    expect(await tagged(stranger, kind, "VIP")).toEqual([]);
    expect((await find(world, stranger, "VIP", "en")).tags).toEqual([]);
  });
});

test("who is limited to some stores sees what is on their customers alone", async () => {
  await addTag(world, owner, subjects.customer, "VIP");
  await writeNote(world, owner, subjects.customer, "Ours");
  const { storeId } = owner;
  const here: Seller = { ...support, onlyStores: [storeId] };
  const elsewhere: Seller = { ...support, onlyStores: [storeId + 1_000_000] };
  expect(await usedTags(world, here, "customer")).toEqual(["VIP"]);
  expect(await tagged(here, "customer", "vip")).toEqual([subjects.customer.id]);
  expect(await listNotes(world, here, subjects.customer)).toHaveLength(1);
  expect(await usedTags(world, elsewhere, "customer")).toEqual([]);
  expect(await tagged(elsewhere, "customer", "vip")).toEqual([]);
  expect(await listNotes(world, elsewhere, subjects.customer)).toEqual([]);
  expect((await tagsOf(world, elsewhere, "customer", [subjects.customer.id])).size).toBe(0);
  await expect(writeNote(world, elsewhere, subjects.customer, "x")).rejects.toThrow(NotFound);
  await expect(addTag(world, elsewhere, subjects.customer, "x")).rejects.toThrow(NotFound);
});

test("two customers who are merged keep the notes and tags of both; who is deleted keeps none", async () => {
  const other = (await aPair("A. Okello")).customer;
  for (const tag of ["VIP", "Kampala"]) await addTag(world, owner, subjects.customer, tag);
  for (const tag of ["vip", "Debt"]) await addTag(world, owner, other, tag);
  await writeNote(world, owner, subjects.customer, "First");
  await writeNote(world, owner, other, "Second");
  const { id } = subjects.customer;
  await mergeCustomers(world, owner, { keepId: id, mergedId: other.id });
  expect((await tagsOf(world, owner, "customer", [id])).get(id)).toEqual(["Debt", "Kampala", "VIP"]);
  const notes = await listNotes(world, owner, subjects.customer);
  expect(notes.map(({ text }) => text)).toEqual(["Second", "First"]);
  const left = { where: { accountId: owner.accountId } };
  expect(await world.db.tag.count(left)).toBe(3);
  // Whoever bought cannot be deleted, so this one has bought nothing.
  const nobody = (await aPair("Nobody")).customer.id;
  await world.db.order.updateMany({ where: { customerId: id }, data: { customerId: nobody } });
  await world.db.customer.delete({ where: { id } });
  expect([await world.db.tag.count(left), await world.db.note.count(left)]).toEqual([0, 0]);
});
