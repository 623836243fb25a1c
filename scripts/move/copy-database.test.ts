import { expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { checkBooks } from "../books/check";
import { anotherDatabase, ask, testDatabaseUrl } from "../lab/testing/database";
import { copyDatabase } from "./copy-database";

const world = await openStage();

test("a database arrives whole in another one: rows, numbers that go on, guards, and books that agree", async () => {
  const shop = await sellingStore(world);
  for (let count = 0; count < 3; count += 1) await paidPayment(world, shop);
  // What text is written with special signs, and what refers to its own table.
  await world.db.store.updateMany({ data: { name: "Tab\there, \\N, new\nline, \u00e9\u4e2d" } });
  const source = testDatabaseUrl();
  const target = await anotherDatabase("target");
  const copied = await copyDatabase(source, target);
  expect(copied.tables).toBeGreaterThan(60);
  expect(copied.rows).toBeGreaterThan(30);
  const digest = "SELECT md5(string_agg(t::text, '' ORDER BY id)) AS digest FROM stores t";
  expect(await ask(target, digest)).toEqual(await ask(source, digest));
  expect(await checkBooks(target)).toEqual([]);
  const next =
    "SELECT nextval(pg_get_serial_sequence('ledger_transactions', 'id'))::int AS next, max(id)::int AS last FROM ledger_transactions";
  const [numbers] = await ask(target, next);
  expect(numbers?.next).toBe(Number(numbers?.last) + 1);
  await expect(ask(target, "DELETE FROM ledger_postings")).rejects.toThrow();
  await expect(ask(target, "UPDATE ledger_postings SET amount_minor = amount_minor + 1")).rejects.toThrow();
  await expect(copyDatabase(source, target)).rejects.toThrow(/is not empty/);
});

test("a row that arrives other than it was is noticed, and nothing stays in the target", async () => {
  const target = await anotherDatabase("spoiled");
  await ask(
    target,
    `CREATE FUNCTION spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF to_regclass('public.stores') IS NOT NULL THEN UPDATE stores SET slug = 'other' WHERE slug <> 'other'; END IF;
     END $$;
     CREATE EVENT TRIGGER spoiling ON ddl_command_end WHEN tag IN ('ALTER TABLE') EXECUTE FUNCTION spoil()`,
  );
  await expect(copyDatabase(testDatabaseUrl(), target)).rejects.toThrow(
    /The table stores did not arrive as it was/,
  );
  expect(await ask(target, "SELECT count(*)::int AS count FROM stores")).toEqual([{ count: 0 }]);
});
