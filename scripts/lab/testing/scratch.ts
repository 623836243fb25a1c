import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** More than all tests together write; a container often has only 64 MB there, which is not enough. */
const roomBytes = 2 * 1024 ** 3;

/**
 * A new directory for data that no later run needs: in memory where there is room, because creating a database's files
 * there takes a fifteenth of the time.
 */
export function scratchDirectory(prefix: string): string {
  return mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes;
  } catch {
    return false;
  }
}
