import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "../problem";

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
