import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { OperatorEnv } from "@/lib/env";
import { errorCode, Problem } from "../problem";

const secretsSchema = z.object({
  secretKey: z.string(),
  databasePassword: z.string(),
  inngestEventKey: z.string(),
  inngestSigningKey: z.string(),
});

/** Secrets that are generated once per DATA_DIR and must survive every start. */
export type Secrets = z.output<typeof secretsSchema>;

/** Creates DATA_DIR and checks that it is writable. Throws Problem. */
export function openDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir);
    const probe = path.join(dataDir, ".writable");
    writeFileSync(probe, "");
    rmSync(probe);
    // Root's PostgreSQL runs under another account, which must be able to pass through; nobody may list it.
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    if (errorCode(error) === "ENOSPC") throw error;
    throw new Problem(
      `DATA_DIR ${dataDir} cannot be written (${errorCode(error) ?? error}): make it writable, or set DATA_DIR to a directory that is.`,
    );
  }
}

// Node's own recursive mkdir never returns where the parent answers ENOENT, as /proc does.
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/** The secrets of a DATA_DIR, generated the first time. Throws Problem when the file exists but is broken. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  if (!existsSync(file)) writePrivately(file, generateSecrets());
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (errorCode(error)) throw error;
    throw new Problem(
      `${file} is damaged: put it back from a backup, for the database cannot be opened without it.`,
    );
  }
}

/** Writes JSON that only its owner may read, completely or not at all. */
export function writePrivately(file: string, content: unknown): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/** A JSON object of numbers, such as the ports of the last start; empty when there is none. */
export function readNumbers(file: string): Record<string, number> {
  try {
    return z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}

/** The address of the embedded PostgreSQL of a DATA_DIR while its instance runs. */
export function embeddedDatabaseUrl(dataDir: string): string {
  const { postgres } = readNumbers(path.join(dataDir, "ports.json"));
  if (!postgres)
    throw new Problem(
      `No instance has run in ${dataDir} yet: set DATA_DIR, or DATABASE_URL for your own database.`,
    );
  return `postgres://sente:${encodeURIComponent(readSecrets(dataDir).databasePassword)}@127.0.0.1:${postgres}/sente`;
}

function generateSecrets(): Secrets {
  return {
    secretKey: randomBytes(32).toString("base64"),
    databasePassword: randomBytes(24).toString("hex"),
    inngestEventKey: randomBytes(24).toString("hex"),
    inngestSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
  };
}

const pausedFile = (dataDir: string) => path.join(dataDir, "paused");
const restoredFile = (dataDir: string) => path.join(dataDir, "restored.json");

/** Whether this instance only reads: PAUSED is set, or DATA_DIR holds the file that a restore leaves there. */
export function isPaused({ PAUSED }: Pick<OperatorEnv, "PAUSED">, dataDir: string): boolean {
  return PAUSED || existsSync(pausedFile(dataDir));
}

/** What a person does to have it work again. */
export function howToGoOn(dataDir: string): string {
  return existsSync(pausedFile(dataDir))
    ? `To let it work, delete ${pausedFile(dataDir)} and start again.`
    : "To let it work, leave PAUSED out and start again.";
}

/** Marks a DATA_DIR that came from a backup: its first start is paused, and it never gets a demo store. */
export function markRestored(dataDir: string, facts: object): void {
  writePrivately(restoredFile(dataDir), facts);
  writeFileSync(pausedFile(dataDir), "Delete this file and start again to let this instance work.\n");
}

export function isRestored(dataDir: string): boolean {
  return existsSync(restoredFile(dataDir));
}

const fileOf = (dataDir: string) => path.join(dataDir, "moved");

/** Remembers that the data of this DATA_DIR lives elsewhere from now on. */
export function markMoved(dataDir: string, where: string): void {
  writeFileSync(fileOf(dataDir), `${where}\n`);
}

/** Refuses to start the embedded database after its data moved: two would take payments from then on. Throws Problem. */
export function refuseMoved(dataDir: string): void {
  if (!existsSync(fileOf(dataDir))) return;
  const where = readFileSync(fileOf(dataDir), "utf8").trim();
  throw new Problem(
    `The data of ${dataDir} was moved to ${where}: set DATABASE_URL. To go back to what was here before, delete ${fileOf(dataDir)}.`,
  );
}
