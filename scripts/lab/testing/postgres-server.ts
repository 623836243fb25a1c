import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { newClient, withClient } from "@/lib/db/connect";
import { applyMigrations } from "../../migrate/apply";
import { startPostgres } from "../../postgres";
import { embeddedAppRole, grantToApp } from "../../start/doors";
import { generateClient } from "../../start/generate";
import { appPassword, dropAbandoned, TEMPLATE } from "./database";
import { scratchDirectory } from "./scratch";
import { settings } from "./used-indexes";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

// Each project of vitest.config.ts loads this module separately, in one process.
const holder = globalThis as { senteTestServer?: Promise<Server> };

/**
 * One disposable server per run, with the migrations applied once to a template. Returns the function that stops it.
 * TEST_POSTGRES_URL names one that its starter keeps for many runs (scripts/mutants.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kept = process.env.TEST_POSTGRES_URL;
  holder.senteTestServer ??= kept ? Promise.resolve({ url: kept, stop: async () => {} }) : startTestServer();
  const server = await holder.senteTestServer;
  project.provide("postgresUrl", server.url);
  return async () => {
    // The project that ends first stops it, because all end together.
    if (!holder.senteTestServer) return;
    delete holder.senteTestServer;
    await withClient(server.url, (client) => dropAbandoned(client, server.url));
    await server.stop();
  };
}

export async function startTestServer(): Promise<Server> {
  await generateClient();
  const dataDir = scratchDirectory("sente-test-");
  const password = randomBytes(16).toString("hex");
  const server = await startPostgres({ dataDir, password, durable: false, disposable: true, settings });
  await makeTemplate(server.url);
  return server;
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const client = newClient(adminUrl);
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
