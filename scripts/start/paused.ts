import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OperatorEnv } from "@/lib/env";
import { writePrivately } from "./data-directory";

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
