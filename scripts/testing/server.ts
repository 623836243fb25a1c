import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "../migrate";
import { startPostgres } from "../postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The template database that every test file gets a copy of. */
    templateUrl: string;
  }
}

/** One throw-away PostgreSQL for the whole run, with the migrations applied once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-test-"));
  // PostgreSQL runs under an account of its own when we are root, and must be able to enter.
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, password: "test", durable: false, disposable: true });
  await applyMigrations(server.url);
  project.provide("templateUrl", server.url);
  return () => server.stop();
}
