import { expect, test, vi } from "vitest";
import { testWorld } from "@/lib/testing/world";
import { openTransaction } from "./transaction";

const options = { maxWait: 10_000, timeout: 15_000 };

// Next and the fast lane are bundles of their own in one process: each has this module once, and they share the one pool.
test("a module that is loaded twice opens transactions on the pool of either, and names no statement twice", async () => {
  const { db } = testWorld();
  vi.resetModules();
  const other = await import("./transaction");
  expect(other.openTransaction).not.toBe(openTransaction);
  for (let nth = 0; nth < 30; nth += 1) {
    expect(await openTransaction(db, (tx) => tx.$queryRaw`SELECT 1 AS one`, options)).toEqual([{ one: 1 }]);
    expect(await other.openTransaction(db, (tx) => tx.$queryRaw`SELECT 2 AS two`, options)).toEqual([
      { two: 2 },
    ]);
  }
});

test("what is written in SQL is part of the transaction, with what Prisma writes, and ends with it", async () => {
  const { db } = testWorld();
  const name = "Rolled back";
  const ends = openTransaction(
    db,
    async (tx) => {
      await tx.account.create({ data: { name, createdAt: new Date() } });
      const [found] = await tx.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM accounts WHERE name = ${name} AND created_at <= ${new Date(Date.now() + 60_000)}`;
      expect(found).toEqual({ count: 1n });
      await tx.$executeRaw`UPDATE accounts SET name = ${"Another"} WHERE name = ${name}`;
      throw new Error("No.");
    },
    options,
  );
  await expect(ends).rejects.toThrow("No.");
  expect(await db.account.count({ where: { name: { in: [name, "Another"] } } })).toBe(0);
});
