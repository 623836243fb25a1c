import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { testDraft } from "@/lib/testing/invoices";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { changeNumbering, readNumbering } from "./numbering";
import { cancelInvoice } from "./record";

const world = testWorld();
const numberOf = async (shop: TestStore) => (await testDraft(world, shop.live)).number;
const set = (shop: TestStore, prefix: string, next: string) =>
  changeNumbering(world, shop.live, { prefix, next });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof Invalid ? Object.keys(error.errors) : error;
};

test("invoices go on in the seller's own series, as wide as the number was typed", async () => {
  const shop = await testStore(world);
  expect(await numberOf(shop)).toBe("INV-000001");
  await set(shop, " inv-2026-", "001");
  expect([await numberOf(shop), await numberOf(shop)]).toEqual(["INV-2026-001", "INV-2026-002"]);
  await set(shop, "INV-2027-", "999");
  expect([await numberOf(shop), await numberOf(shop)]).toEqual(["INV-2027-999", "INV-2027-1000"]);
  const { now, changes } = await readNumbering(world, shop.live);
  expect(now).toEqual({ prefix: "INV-2027-", digits: 3, next: 1001 });
  expect(changes).toMatchObject([
    { by: "Olive Owner", before: "INV-2026-003", after: "INV-2027-999" },
    { by: "Olive Owner", before: "INV-000002", after: "INV-2026-001" },
  ]);
});

test("a number never comes back: not by going back, not with other zeros, not after cancelling", async () => {
  const shop = await testStore(world);
  for (let count = 0; count < 3; count += 1) await testDraft(world, shop.live);
  const last = await testDraft(world, shop.live);
  await cancelInvoice(world, shop.live, last.id);
  await set(shop, "A/", "1");
  expect(await refusal(set(shop, "INV-", "4"))).toEqual(["next"]);
  expect(await refusal(set(shop, "INV-", "000004"))).toEqual(["next"]);
  await set(shop, "INV-", "05");
  expect(await numberOf(shop)).toBe("INV-05");
  // Another store has numbers of its own.
  expect(await numberOf(await testStore(world))).toBe("INV-000001");
});

test("a prefix that could be mistaken for a number, or for something else, is refused", async () => {
  const shop = await testStore(world);
  for (const prefix of ["", "INV2026", "=INV-", "INV 1-", "-", "x".repeat(21), "FACTURÉ-"])
    expect(await refusal(set(shop, prefix, "1"))).toEqual(["prefix"]);
  for (const next of ["", "0", "-1", "1.5", "1234567890"])
    expect(await refusal(set(shop, "INV-", next))).toEqual(["next"]);
  await expect(
    changeNumbering(world, { ...shop.live, role: "support" }, { prefix: "B-", next: "1" }),
  ).rejects.toThrow();
});

test("invoices that are made while the numbering changes all get numbers of their own", async () => {
  const shop = await testStore(world);
  const make = () => numberOf(shop);
  const change = (next: string) => refusal(set(shop, "INV-", next)).then(() => null);
  const all = await Promise.all([
    ...Array.from({ length: 6 }, make),
    ...["000003", "000010", "000002"].map(change),
    ...Array.from({ length: 6 }, make),
  ]);
  const numbers = all.filter((number) => number !== null);
  expect(new Set(numbers).size).toBe(12);
  const sequence = numbers.map((number) => Number(number.slice(4)));
  const { now } = await readNumbering(world, shop.live);
  expect(now.next).toBe(Math.max(...sequence) + 1);
});
