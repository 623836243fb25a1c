import { spawnSync } from "node:child_process";

export interface Sizes {
  /** node_modules as `npm ci` leaves it. */
  installMb: number;
  /** What `npm run build` makes, without its caches. */
  buildMb: number;
}

export function measureSizes(): Sizes {
  return { installMb: megabytes("node_modules"), buildMb: megabytes(".next", "--exclude=cache") };
}

function megabytes(...args: string[]): number {
  const { stdout } = spawnSync("du", ["-sk", ...args], { encoding: "utf8" });
  return Math.round(Number(stdout.split("\t")[0]) / 1024);
}
