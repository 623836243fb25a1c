import { copyFileSync, statSync, truncateSync } from "node:fs";

const sizeMax = 10 * 1024 ** 2;

/** The bytes of a file; 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Moves what a long log says to `<file>.1`, in place of what was there. The server goes on writing into the same file,
 * which it only ever appends to.
 */
export function rotateLog(file: string, bytesMax = sizeMax): void {
  if (sizeOf(file) <= bytesMax) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}
