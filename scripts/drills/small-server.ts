import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fill } from "../bench/fill";
import { embeddedDatabaseUrl } from "../start/data-directory";
import { openPlace } from "./place";
import { none, type Outcome, underLoad } from "./under-load";

const limitMb = 1_024;
const subscriptions = 100_000;
const underLoadMs = 20_000;

/** Version 2 has one tree, version 1 one for each thing that is limited. */
const [root, limitFile, statFile] = existsSync("/sys/fs/cgroup/memory")
  ? ["/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"]
  : ["/sys/fs/cgroup", "memory.max", "memory.events"];

/** What a machine must have for a limit of memory. */
export function needsMemoryLimit(): string | null {
  const group = path.join(root, "sente-drill");
  try {
    mkdirSync(group, { recursive: true });
    rmdirSync(group);
    return null;
  } catch {
    return "root and control groups";
  }
}

/** The whole of it, its database too, within 1 GB of memory and no swap, with 100,000 subscribers. */
export async function smallServer(): Promise<Outcome> {
  const group = path.join(root, `sente-drill-${process.pid}`);
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-small-"));
  mkdirSync(group);
  writeFileSync(path.join(group, limitFile), String(limitMb * 1024 * 1024));
  try {
    const place = await openPlace({}, { dataDir, group });
    try {
      await fill(embeddedDatabaseUrl(dataDir), { stores: 10, subscriptions });
      const atRest = memoryOf(group);
      const outcome = await underLoad(place, () => sleep(underLoadMs), { ...none, madeUp: true });
      const busy = memoryOf(group);
      const killed = Number(
        /oom_kill (\d+)/.exec(readFileSync(path.join(group, statFile), "utf8"))?.[1] ?? 0,
      );
      const disk = execFileSync("du", ["-sm", dataDir], { encoding: "utf8" }).split("\t")[0];
      return {
        said: `${atRest} MB at rest, ${busy} MB busy, ${disk} MB on disk; ${outcome.said}`,
        wrong: [...outcome.wrong, ...(killed > 0 ? [`${killed} processes were killed for memory`] : [])],
      };
    } finally {
      await place.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await sleep(500);
    rmdirSync(group);
  }
}

/** Without what the system only keeps because there is room. */
function memoryOf(group: string): number {
  const stat = readFileSync(path.join(group, "memory.stat"), "utf8");
  const bytes = ["total_rss", "total_shmem", "anon", "shmem"].map((name) =>
    Number(new RegExp(`^${name} (\\d+)`, "m").exec(stat)?.[1] ?? 0),
  );
  return Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1024 / 1024);
}
