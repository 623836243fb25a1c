import { describe, expect, test, vi } from "vitest";
import { statementsOf } from "@/lib/testing/statements";
import { testWorld } from "@/lib/testing/world";
import { Prisma } from "./client";
import { openTransaction, type Tx } from "./transaction";

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

test("begins and ends once, whoever writes in it", async () => {
  const { db } = testWorld();
  const { sent } = await statementsOf(() =>
    openTransaction(
      db,
      async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        await Promise.all([tx.account.count(), tx.store.count()]);
      },
      options,
    ),
  );
  expect(sent.filter((text) => /^(BEGIN|COMMIT|ROLLBACK)/.test(text))).toEqual(["BEGIN", "COMMIT"]);
});

test.each([
  ["SQL", (tx: Tx) => tx.$queryRaw`SELECT 1`],
  ["Prisma", (tx: Tx) => tx.account.count()],
])("what asks by %s after the end is refused, and gets nobody else's connection", async (_, ask) => {
  const { db } = testWorld();
  let late: Tx | undefined;
  await openTransaction(
    db,
    async (tx) => {
      late = tx;
      await ask(tx);
    },
    options,
  );
  const { sent } = await statementsOf(() => expect(late && ask(late)).rejects.toThrow());
  expect(sent).toEqual([]);
});

test("one that takes too long is undone, and told from other failures", async () => {
  const { db } = testWorld();
  const name = "Too late";
  const ends = openTransaction(
    db,
    async (tx) => {
      await tx.account.create({ data: { name, createdAt: new Date() } });
      await new Promise(() => {});
    },
    { ...options, timeout: 200 },
  );
  await expect(ends).rejects.toMatchObject({ code: "P2028" });
  expect(await db.account.count({ where: { name } })).toBe(0);
});

describe("a statement whose answer nobody waits for", () => {
  const { db } = testWorld();
  const made = (name: string) => Prisma.sql`INSERT INTO accounts (name, created_at) VALUES (${name}, now())`;
  const wrong = Prisma.sql`SELECT 1 / (${0}::int)`;
  const found = (name: string) => db.account.count({ where: { name } });

  test("is part of the transaction, in its order, and what it answered is heard before the end", async () => {
    const heard: unknown[] = [];
    await openTransaction(
      db,
      async (tx) => {
        tx.$send(made("Sent"));
        tx.$send(Prisma.sql`SELECT name FROM accounts WHERE name = 'Sent'`, (rows) => heard.push(...rows));
        expect(await tx.account.count({ where: { name: "Sent" } })).toBe(1);
        tx.$send(Prisma.sql`SELECT 2 AS last`, (rows) => heard.push(...rows));
      },
      options,
    );
    expect(heard).toEqual([{ name: "Sent" }, { last: 2 }]);
    expect(await found("Sent")).toBe(1);
  });

  test("fails the transaction when it fails, though COMMIT was on its way already", async () => {
    const ends = openTransaction(
      db,
      async (tx) => {
        tx.$send(made("Failed last"));
        tx.$send(wrong);
      },
      options,
    );
    await expect(ends).rejects.toMatchObject({ code: "22012" });
    expect(await found("Failed last")).toBe(0);
  });

  test.each([
    ["SQL", (tx: Tx) => tx.$queryRaw`SELECT 1`],
    ["Prisma", (tx: Tx) => tx.account.count()],
  ])("is named as the cause when what %s asks after it hears of a failure", async (_, ask) => {
    const ends = openTransaction(
      db,
      async (tx) => {
        tx.$send(wrong);
        await ask(tx);
      },
      options,
    );
    await expect(ends).rejects.toMatchObject({ code: "22012" });
  });
});
