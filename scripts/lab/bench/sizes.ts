import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Sizes {
  /** node_modules as `npm ci` leaves it. */
  installMb: number;
  /** The output of `npm run build`, without its caches. */
  buildMb: number;
}

export function measureSizes(): Sizes {
  return { installMb: megabytes("node_modules"), buildMb: megabytes(".next", "--exclude=cache") };
}

function megabytes(...args: string[]): number {
  const { stdout } = spawnSync("du", ["-sk", ...args], { encoding: "utf8" });
  return Math.round(Number(stdout.split("\t")[0]) / 1024);
}

/** Resident memory of all these processes together, in MB. */
export function residentMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}
