import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { newClient } from "@/lib/db/connect";
import { anotherDatabase, ask, testDatabaseUrl } from "../lab/testing/database";
import { runTool } from "../steps";
import { applyMigrations, waitingContracts } from "./apply";

const directory = mkdtempSync(path.join(tmpdir(), "sente-migrations-"));
const url = await anotherDatabase("migrate");
write("1_things", "CREATE TABLE things (id int PRIMARY KEY);");

afterAll(() => rmSync(directory, { recursive: true }));

test("starts that race take turns: one applies, the other has nothing to do", async () => {
  const answers = await Promise.all([applyMigrations(url, directory), applyMigrations(url, directory)]);
  expect(answers.flat()).toEqual(["1_things"]);
  expect(await applyMigrations(url, directory)).toEqual([]);
});

test.each([
  ["and the database with it", "4_lost", true],
  ["while the database goes on", "5_kept", false],
])("a start that was killed while it migrated, %s, is followed by one that works", async (_, name, both) => {
  write(name, `CREATE TABLE "${name}" (id int); SELECT pg_sleep(1.5);`);
  const code = `const { applyMigrations } = await import("./scripts/migrate/apply.ts");
    await applyMigrations(${JSON.stringify(url)}, ${JSON.stringify(directory)});`;
  const killed = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
  const sleeping =
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
  await vi.waitUntil(async () => (await ask(url, sleeping)).length > 0, { timeout: 20_000 });
  killed.kill("SIGKILL");
  if (both) await ask(url, sleeping.replace("pid", "pg_terminate_backend(pid)"));
  expect(await applyMigrations(url, directory)).toEqual(both ? [name] : []);
  expect(await ask(url, `SELECT * FROM "${name}"`)).toEqual([]);
  expect(await applyMigrations(url, directory)).toEqual([]);
  rmSync(path.join(directory, name), { recursive: true });
  await ask(url, `DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
});

test("a function body with semicolons is applied whole, and a migration is all or nothing", async () => {
  write(
    "2_function",
    "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$; -- a; b",
  );
  expect(await applyMigrations(url, directory)).toEqual(["2_function"]);
  expect(await ask(url, "SELECT f() AS n")).toEqual([{ n: 2 }]);
});

test("a migration that was changed after it was applied is named", async () => {
  write("2_function", "SELECT 1;");
  await expect(applyMigrations(url, directory)).rejects.toThrow(
    /^The migration 2_function was changed after it was applied/,
  );
  rmSync(path.join(directory, "2_function"), { recursive: true });
});

test("a database to which newer code has added something is taken, and migrated further", async () => {
  expect(await applyMigrations(url, directory)).toEqual([]);
  write("2_later", "CREATE TABLE later (id int);");
  expect(await applyMigrations(url, directory)).toEqual(["2_later"]);
  expect(await ask(url, "SELECT f() AS n")).toEqual([{ n: 2 }]);
});

test("what earlier versions need is taken away only when asked for, and those are then refused", async () => {
  write("2_later_contract", "-- contract: nothing reads it since 2_later\nDROP FUNCTION f();");
  write("2_latest", "CREATE TABLE latest (id int);");
  expect(await applyMigrations(url, directory)).toEqual(["2_latest"]);
  expect(await applyMigrations(url, directory)).toEqual([]);
  expect(await waitingContracts(url, directory)).toEqual(["2_later_contract"]);
  expect(await ask(url, "SELECT f() AS n")).toEqual([{ n: 2 }]);
  expect(await applyMigrations(url, directory, { contract: true })).toEqual(["2_later_contract"]);
  expect(await waitingContracts(url, directory)).toEqual([]);
  expect(await applyMigrations(url, directory)).toEqual([]);
  rmSync(path.join(directory, "2_later_contract"), { recursive: true });
  await expect(applyMigrations(url, directory)).rejects.toThrow(
    /^The migration 2_later_contract has taken away what this version needs/,
  );
  await ask(url, "DELETE FROM _prisma_migrations WHERE migration_name = '2_later_contract'");
});

test("a new database gets everything at once", async () => {
  const fresh = await anotherDatabase("fresh");
  const own = mkdtempSync(path.join(tmpdir(), "sente-migrations-fresh-"));
  write("1_first", "CREATE TABLE first (id int, old int);", own);
  write("2_second_contract", "-- contract: nothing reads old\nALTER TABLE first DROP COLUMN old;", own);
  expect(await applyMigrations(fresh, own)).toEqual(["1_first", "2_second_contract"]);
  rmSync(own, { recursive: true });
});

test("five starts in the same second, with an index made beside the work of others, hold up none of them", async () => {
  const fresh = await anotherDatabase("five");
  const own = mkdtempSync(path.join(tmpdir(), "sente-migrations-five-"));
  write("1_things", "CREATE TABLE things (id int, name text);", own);
  write("2_index", "-- no-transaction\nCREATE INDEX CONCURRENTLY things_by_name ON things (name);\n", own);
  const starts = Array.from({ length: 5 }, () => applyMigrations(fresh, own, { turnMs: 20_000 }));
  expect((await Promise.all(starts)).flat()).toEqual(["1_things", "2_index"]);
  rmSync(own, { recursive: true });
});

test("a migration that waits for its table keeps nobody else waiting, and is tried until it gets it", async () => {
  const reader = newClient(url);
  await reader.connect();
  await reader.query("BEGIN; SELECT * FROM things");
  write("6_column", "ALTER TABLE things ADD COLUMN name text;");
  const applied = applyMigrations(url, directory);
  const waits =
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ADD COLUMN name%'";
  await vi.waitUntil(async () => (await ask(url, waits)).length > 0, { timeout: 20_000 });
  // The reader goes on: without a limit this would wait for the migration, and the migration for the reader.
  expect(await ask(url, "SELECT * FROM things")).toEqual([]);
  await reader.end();
  expect(await applied).toEqual(["6_column"]);
});

test("a migration that the database ended because of a deadlock is tried again", async () => {
  await ask(url, "CREATE SEQUENCE tries");
  write(
    "6_deadlock",
    `DO $$ BEGIN
  IF nextval('tries') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
END $$;`,
  );
  expect(await applyMigrations(url, directory)).toEqual(["6_deadlock"]);
  expect(await ask(url, "SELECT last_value::int AS tries FROM tries")).toEqual([{ tries: 2 }]);
});

test("an index is made beside the work of others by a migration without a transaction", async () => {
  write(
    "7_index",
    `-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS things_by_name;
CREATE INDEX CONCURRENTLY things_by_name ON things (name);
`,
  );
  expect(await applyMigrations(url, directory)).toEqual(["7_index"]);
  const valid = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'things_by_name'::regclass";
  expect(await ask(url, valid)).toEqual([{ valid: true }]);
  expect(await applyMigrations(url, directory)).toEqual([]);
});

test("an index whose making was killed is made whole by the next start", async () => {
  const reader = newClient(url);
  await reader.connect();
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO things VALUES (9)");
  write(
    "8_index",
    `-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS things_again;
CREATE INDEX CONCURRENTLY things_again ON things (name);
`,
  );
  const code = `const { applyMigrations } = await import("./scripts/migrate/apply.ts");
    await applyMigrations(${JSON.stringify(url)}, ${JSON.stringify(directory)});`;
  const killed = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
  const half = "SELECT FROM pg_class WHERE relname = 'things_again'";
  await vi.waitUntil(async () => (await ask(url, half)).length > 0, { timeout: 20_000 });
  killed.kill("SIGKILL");
  const making =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%things_again%'";
  await ask(url, `${making} AND pid <> pg_backend_pid()`);
  const valid = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'things_again'::regclass";
  expect(await ask(url, valid)).toEqual([{ valid: false }]);
  await reader.query("ROLLBACK");
  await reader.end();
  expect(await applyMigrations(url, directory)).toEqual(["8_index"]);
  expect(await ask(url, valid)).toEqual([{ valid: true }]);
});

test("a start that waits too long for its turn says who has it", async () => {
  const holder = newClient({ connectionString: url, application_name: "a start that hangs" });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(7368653)");
  await expect(applyMigrations(url, directory, { turnMs: 200 })).rejects.toThrow(
    /did not give it back within 0.2 s: "a start that hangs" of sente \(server process \d+/,
  );
  await holder.end();
});

test("a database that only reads is one sentence", async () => {
  const reading = new URL(url);
  reading.searchParams.set("options", "-c default_transaction_read_only=on");
  await expect(applyMigrations(reading.href, directory)).rejects.toThrow(/^The database only reads/);
});

test("npm run migrate needs no secret", async () => {
  const { code, output } = await runTool(["scripts/bootstrap.mjs", "migrate"], {
    DATABASE_URL: testDatabaseUrl(),
    SECRET_KEY: "",
  });
  expect([code, output]).toEqual([0, expect.stringMatching(/Migrations +nothing to apply/)]);
});

test("a migration that fails is named with what the database said, now and at the next start", async () => {
  write("3_broken", "CREATE TABLE half (id int); CREATE TABLE things (id int);");
  await expect(applyMigrations(url, directory)).rejects.toThrow(
    /^The migration 3_broken failed.*"things" already exists/,
  );
  await expect(applyMigrations(url, directory)).rejects.toThrow(/^The migration 3_broken failed/);
  expect(await ask(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
});

test.each([
  ["postgres://a:b@127.0.0.1:1/x", /^Nothing answers at the host and port/],
  ["postgres://a:b@nowhere.invalid/x", /^The database's host name cannot be found/],
  [testDatabaseUrl().replace(/:[^:@]+@/, ":wrong@"), /^The database refuses this user or password/],
  [testDatabaseUrl().replace(/\/[^/]+$/, "/absent"), /^There is no such database/],
])("an unreachable database is one sentence", async (wrong, sentence) => {
  await expect(applyMigrations(wrong, directory)).rejects.toThrow(sentence);
});

function write(name: string, sql: string, into = directory): void {
  mkdirSync(path.join(into, name), { recursive: true });
  writeFileSync(path.join(into, name, "migration.sql"), sql);
}
