import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "../migrate";
import { embeddedAppRole, grantToApp } from "../migrate/app-role";
import { startPostgres } from "../postgres";
import { generateClient } from "../start/generate";
import { appPassword, TEMPLATE } from "./database";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One throw-away server for a run, with the migrations applied once to a template. Returns what stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await generateClient();
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-test-"));
  const password = randomBytes(16).toString("hex");
  const server = await startPostgres({ dataDir, password, durable: false, disposable: true });
  await makeTemplate(server.url);
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  await applyMigrations(url.href);
  await grantToApp(url.href, { role: embeddedAppRole, password: appPassword });
  // Nobody may connect to a database while it is copied; the engine's last connection may linger.
  await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [TEMPLATE]);
  await client.end();
}
