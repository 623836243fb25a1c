import { readFileSync } from "node:fs";

/** Resident memory of processes together, in MB. */
export function residentMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}
