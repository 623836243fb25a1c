import { expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { openStage } from "@/lib/testing/in-paying-world";
import { testStore } from "@/lib/testing/world";
import { lockable } from "./lock";
import { transact } from "./unit";

const world = await openStage();

test("what is locked is read as Prisma reads it: no column has a type that only Prisma understands", async () => {
  const columns = await world.db.$queryRaw<unknown[]>`
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type e ON e.oid = t.typelem
    WHERE c.relname = ANY (${lockable}::text[]) AND a.attnum > 0 AND NOT a.attisdropped
      AND (t.typname = 'numeric' OR e.typtype = 'e')`;
  expect(columns).toEqual([]);
});

test("a row is locked and given as it is, in the scope that was asked for alone", async () => {
  const { store } = await testStore(world);
  const other = await testStore(world);
  const id = "0d3c1c8a-4a0f-4b53-9a39-7a5f9d9a0d11";
  const row = await world.db.payout.create({
    data: {
      id,
      storeId: store.id,
      currency: "KES",
      amountMinor: 100n,
      feeMinor: 1n,
      kind: "mobile_money",
      rail: "sandbox",
      destinationSealed: world.secrets.seal("{}"),
      destinationLabel: "M-PESA",
      requestedBy: "user:1",
      createdAt: world.clock.now(),
    },
  });
  await transact(world, async (unit) => {
    const locked = await unit.lock("payouts", { id, storeId: store.id });
    expect(locked).toEqual({ ...row, destinationSealed: Buffer.from(row.destinationSealed) });
    const skipped = world.db
      .$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
    expect(await skipped).toEqual([]);
    await expect(unit.lock("payouts", { id, storeId: other.store.id })).rejects.toBeInstanceOf(NotFound);
  });
});
