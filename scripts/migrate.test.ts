import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "./migrate";
import { testDatabaseUrl } from "./testing/database";

const directory = mkdtempSync(path.join(tmpdir(), "sente-migrations-"));
const url = new URL(testDatabaseUrl());
url.pathname = `${url.pathname}_migrate`;

beforeAll(async () => {
  await inDatabase(testDatabaseUrl(), `CREATE DATABASE ${url.pathname.slice(1)}`);
  write("1_things", "CREATE TABLE things (id int PRIMARY KEY);");
});

afterAll(() => rmSync(directory, { recursive: true }));

test("starts that race take turns: one applies, the other has nothing to do", async () => {
  const answers = await Promise.all([
    applyMigrations(url.href, directory),
    applyMigrations(url.href, directory),
  ]);
  expect(answers.flat()).toEqual(["1_things"]);
  expect(await applyMigrations(url.href, directory)).toEqual([]);
});

test("a function body with semicolons is applied whole, and a migration is all or nothing", async () => {
  write(
    "2_function",
    "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$; -- a; b",
  );
  expect(await applyMigrations(url.href, directory)).toEqual(["2_function"]);
  expect(await inDatabase(url.href, "SELECT f() AS n")).toEqual([{ n: 2 }]);
});

test("a migration that was changed after it was applied is named", async () => {
  write("2_function", "SELECT 1;");
  await expect(applyMigrations(url.href, directory)).rejects.toThrow(
    /^The migration 2_function was changed after it was applied/,
  );
  rmSync(path.join(directory, "2_function"), { recursive: true });
});

test("a database that newer code has migrated is refused", async () => {
  await expect(applyMigrations(url.href, directory)).rejects.toThrow(
    /has the migration 2_function, which this version does not know/,
  );
  await inDatabase(url.href, "DELETE FROM _prisma_migrations WHERE migration_name = '2_function'");
});

test("a migration that fails is named with what the database said, now and at the next start", async () => {
  write("3_broken", "CREATE TABLE half (id int); CREATE TABLE things (id int);");
  await expect(applyMigrations(url.href, directory)).rejects.toThrow(
    /^The migration 3_broken failed.*"things" already exists/,
  );
  await expect(applyMigrations(url.href, directory)).rejects.toThrow(/^The migration 3_broken failed/);
  expect(await inDatabase(url.href, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
});

test.each([
  ["postgres://a:b@127.0.0.1:1/x", /^Nothing answers at the host and port/],
  ["postgres://a:b@nowhere.invalid/x", /^The database's host name cannot be found/],
  [testDatabaseUrl().replace(/:[^:@]+@/, ":wrong@"), /^The database refuses this user or password/],
  [testDatabaseUrl().replace(/\/[^/]+$/, "/absent"), /^There is no such database/],
])("an unreachable database is one sentence", async (wrong, sentence) => {
  await expect(applyMigrations(wrong, directory)).rejects.toThrow(sentence);
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(directory, name), { recursive: true });
  writeFileSync(path.join(directory, name, "migration.sql"), sql);
}

async function inDatabase(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
