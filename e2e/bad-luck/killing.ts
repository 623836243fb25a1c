import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { type Instance, type Place, startAt } from "./instance";
import type { Load } from "./load";
import { findProcess, processesOf, type Role } from "./processes";

/** What was done to the instance of a place so far. */
export interface Fate {
  place: Place;
  /** Every start that got ready, the present one last. */
  starts: Instance[];
  kills: Role[];
}

const backWithinMs = 40_000;
/** What still runs after five seconds is killed. Other work on the machine must not fail that here, and no hanging receiver ends by then. */
const stopMs = 20_000;

/**
 * Kills a process at a random moment, once the instance has come back from the last kill and done so much more work.
 * Whoever watches over the process has to bring it back by itself.
 */
export async function killSoon(fate: Fate, role: Role, load: Load, work: number): Promise<void> {
  const before = load.acknowledged.size;
  await runs(fate.place, role);
  await expect
    .poll(() => load.acknowledged.size, {
      message: "more work is done",
      timeout: backWithinMs,
      intervals: [50],
    })
    .toBeGreaterThan(before + work);
  await sleep(Math.random() * 2_000);
  kill(fate, role);
}

/**
 * Kills the start process once all is well, and `others` with it that would have tidied up behind it; then starts again
 * at once, as somebody would who sees his terminal closed.
 */
export async function killStart(fate: Fate, others: Role[]): Promise<void> {
  for (const role of ["app", "postgres"] as const) await runs(fate.place, role);
  await expect
    .poll(() => isHealthy(fate.place), { message: "the app answers", timeout: backWithinMs })
    .toBe(true);
  await sleep(500 + Math.random() * 2_000);
  for (const role of [...others, "start"] as const) kill(fate, role);
  fate.starts.push(await startAt(fate.place));
}

/** Ctrl-C ends everything, whoever hangs, and ends with 0. */
export async function stopCleanly({ place, starts }: Fate): Promise<void> {
  const instance = starts.at(-1);
  const stoppedAt = performance.now();
  instance?.child.kill("SIGINT");
  expect(await instance?.ended).toBe(0);
  expect(performance.now() - stoppedAt, "Ctrl-C stops everything").toBeLessThan(stopMs);
  // The guard's own shell sees that the start has ended a moment after it has.
  await expect
    .poll(() => processesOf(place.dataDir), { message: "nothing is left running", timeout: stopMs })
    .toEqual([]);
}

/** For the end of a test, well or not: nothing runs on in the directory, and it is gone. */
export async function clearAway({ dataDir }: Place): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const left = processesOf(dataDir);
    if (left.length === 0) break;
    for (const { pid } of left) end(pid);
    await sleep(100);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function runs({ dataDir }: Place, role: Role): Promise<void> {
  await expect
    .poll(() => findProcess(dataDir, role), { message: role, timeout: backWithinMs, intervals: [50] })
    .toBeDefined();
}

async function isHealthy({ port }: Place): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/api/v1/openapi.json`).catch(() => undefined);
  return answer?.ok ?? false;
}

function kill({ place, kills }: Fate, role: Role): void {
  const pid = findProcess(place.dataDir, role);
  if (pid !== undefined && end(pid)) kills.push(role);
}

/** False when it had ended by itself a moment before. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
