import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** What all tests together write is far less; a container has often 64 MB there, which is not enough. */
const roomBytes = 2 * 1024 ** 3;

/**
 * A new directory for what outlives no run: in memory where there is room, for making the files of a database there takes
 * a fifteenth of the time.
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
