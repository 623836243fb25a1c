import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { parseKey } from "@/lib/domain/token";
import { newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { NotAllowed } from "../accounts/permit";
import { createKey, deleteKey, listKeys, rollKey } from "./keys";

const hourMs = 60 * 60_000;
const world = testWorld();

test("the whole key is given once; its SHA-256 and last four characters are kept", async () => {
  const seller = await newSeller(world);
  const { key, row } = await createKey(world, seller, { name: " Server ", livemode: true });
  expect(parseKey(key)).toEqual({ mode: "live" });
  expect(Buffer.from(row.hash)).toEqual(createHash("sha256").update(key).digest());
  expect(
    JSON.stringify(await world.db.apiKey.findMany({ where: { storeId: seller.storeId } })),
  ).not.toContain(key);
  expect(await listKeys(world, seller)).toMatchObject([
    {
      name: "Server",
      livemode: true,
      fingerprint: `sk_live_sn_…${key.slice(-4)}`,
      createdBy: "Achieng Otieno",
      lastUsedAt: null,
    },
  ]);
});

test("of twenty keys made at once ten are made and ten are refused with key_limit", async () => {
  const seller = await newSeller(world);
  const tries = Array.from({ length: 20 }, (_, i) =>
    createKey(world, seller, { name: `Key ${i}`, livemode: i % 2 === 0 }),
  );
  const results = await Promise.allSettled(tries);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(10);
  for (const reason of refused) expect((reason as Refusal).code).toBe("key_limit");
  expect(await listKeys(world, seller)).toHaveLength(10);
});

test.each(["admin", "support", "developer", "viewer"] as const)(
  "a member who is %s can neither make, replace nor delete a key",
  async (role) => {
    const owner = await newSeller(world);
    const { row } = await createKey(world, owner, { name: "Server", livemode: true });
    const other = { ...owner, role };
    await expect(createKey(world, other, { name: "Mine", livemode: false })).rejects.toThrow(NotAllowed);
    await expect(rollKey(world, other, row.id, 1)).rejects.toThrow(NotAllowed);
    await expect(deleteKey(world, other, row.id)).rejects.toThrow(NotAllowed);
    expect(await listKeys(world, owner)).toHaveLength(1);
  },
);

test("the first test key turns on test mode, a live key does not", async () => {
  const seller = await newSeller(world);
  const since = async () =>
    (await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } })).testModeSince;
  await createKey(world, seller, { name: "Live", livemode: true });
  expect(await since()).toBeNull();
  await createKey(world, seller, { name: "Test", livemode: false });
  const first = await since();
  expect(first).toEqual(world.clock.now());
  world.clock.advance(1000);
  await createKey(world, seller, { name: "Test 2", livemode: false });
  expect(await since()).toEqual(first);
});

test("a key needs a name that can be stored", async () => {
  const seller = await newSeller(world);
  await expect(createKey(world, seller, { name: "  ", livemode: true })).rejects.toThrow(Invalid);
  await expect(createKey(world, seller, { name: "a\u0000b", livemode: true })).rejects.toThrow(Invalid);
});

test("a deleted key is gone at once, and the log of acts knows who did it", async () => {
  const seller = await newSeller(world);
  const { row } = await createKey(world, seller, { name: "Server", livemode: true });
  await deleteKey(world, seller, row.id);
  expect(await world.db.apiKey.findUnique({ where: { id: row.id } })).toBeNull();
  await expect(deleteKey(world, seller, row.id)).rejects.toThrow(NotFound);
  const acts = await world.db.auditEntry.findMany({
    where: { target: `api_key:${row.id}` },
    orderBy: { id: "asc" },
  });
  expect(acts.map(({ action, actor }) => [action, actor])).toEqual([
    ["api_key.created", seller.actor],
    ["api_key.deleted", seller.actor],
  ]);
});

test("a key of another store cannot be deleted or replaced", async () => {
  const mine = await newSeller(world);
  const theirs = await createKey(world, await newSeller(world), { name: "Theirs", livemode: true });
  await expect(deleteKey(world, mine, theirs.row.id)).rejects.toThrow(NotFound);
  await expect(rollKey(world, mine, theirs.row.id, 24)).rejects.toThrow(NotFound);
});

test.each([1, 24, 72])("a replaced key works on for %i hours and then frees its place", async (hours) => {
  const seller = await newSeller(world);
  const { row } = await createKey(world, seller, { name: "Server", livemode: false });
  const rolled = await rollKey(world, seller, row.id, hours);
  expect(rolled.row).toMatchObject({ name: "Server", livemode: false, expiresAt: null });
  expect(await listKeys(world, seller)).toHaveLength(2);
  const old = await world.db.apiKey.findUniqueOrThrow({ where: { id: row.id } });
  expect(old.expiresAt).toEqual(new Date(world.clock.now().getTime() + hours * hourMs));
  world.clock.advance(hours * hourMs);
  expect(await listKeys(world, seller)).toHaveLength(1);
});

test("a key that only reads stays one when it is replaced, and the log says which it is", async () => {
  const seller = await newSeller(world);
  const made = await createKey(world, seller, { name: "Report", livemode: true, scope: "read" });
  for (const hours of [24, 0]) {
    const [newest] = await listKeys(world, seller);
    const rolled = await rollKey(world, seller, newest?.id ?? 0, hours);
    expect(rolled.row.scope).toBe("read");
    expect(rolled.key).toHaveLength(made.key.length);
  }
  const { row } = await createKey(world, seller, { name: "Server", livemode: true });
  expect(row.scope).toBe("full");
  const acts = await world.db.auditEntry.findMany({ where: { target: `api_key:${made.row.id}` } });
  expect(acts.map(({ details }) => (details as { scope: string }).scope)).toEqual(["read", "read"]);
});

test("with no overlap the old key ends at once, also when the store has ten", async () => {
  const seller = await newSeller(world);
  const { row } = await createKey(world, seller, { name: "First", livemode: true });
  for (let i = 1; i < 10; i += 1) await createKey(world, seller, { name: `Key ${i}`, livemode: true });
  await rollKey(world, seller, row.id, 0);
  expect(await listKeys(world, seller)).toHaveLength(10);
});

test("replacing is not adding: it works at ten keys, and ten replaced ones at most work on", async () => {
  const seller = await newSeller(world);
  let { row } = await createKey(world, seller, { name: "First", livemode: true });
  for (let i = 1; i < 10; i += 1) await createKey(world, seller, { name: `Key ${i}`, livemode: true });
  for (let i = 0; i < 10; i += 1) ({ row } = await rollKey(world, seller, row.id, 1));
  expect(await listKeys(world, seller)).toHaveLength(20);
  await expect(rollKey(world, seller, row.id, 1)).rejects.toThrow(new Refusal("key_limit"));
  await expect(createKey(world, seller, { name: "More", livemode: true })).rejects.toThrow(Refusal);
  world.clock.advance(hourMs);
  expect(await listKeys(world, seller)).toHaveLength(10);
  await rollKey(world, seller, row.id, 72);
});
