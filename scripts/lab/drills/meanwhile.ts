import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../bench/until";
import { pressPay } from "./pages";
import { childrenOf, commandOf, type Place } from "./place";

// Payers and sellers who go on meanwhile, and how long they wait.

const lanes = 3;
const restMs = 500;

/** How long answers took, in milliseconds. */
interface Times {
  pay: number[];
  access: number[];
}

export interface Meanwhile {
  /** What is measured from now on goes under this name; null: what is pressed while the app is killed is no measure. */
  phase(name: string | null): void;
  paid(): number;
  /** Ends it. Returns what each phase's answers took. */
  end(): Promise<Record<string, Times>>;
}

/** Payers press Pay on the demo store's link, each with a phone of their own, and a seller asks for access. */
export function payMeanwhile(place: Place): Meanwhile {
  const times: Record<string, Times> = {};
  let now: string | null = null;
  let isOver = false;
  let pressed = 0;
  let paid = 0;
  const note = (phase: string | null, what: keyof Times, from: number) => {
    if (phase === null || phase !== now) return;
    times[phase] ??= { pay: [], access: [] };
    times[phase][what].push(performance.now() - from);
  };
  const once = async () => {
    const phase = now;
    const phone = `071${String(pressed++).padStart(4, "0")}345`;
    let from = performance.now();
    const { status } = await pressPay(place, phone);
    if (status === 303) {
      note(phase, "pay", from);
      paid += 1;
    }
    from = performance.now();
    const headers = { authorization: `Bearer ${place.demo().live_key}` };
    const answer = await fetch(`${place.url}/api/v1/access?ref=drill`, { headers });
    await answer.arrayBuffer();
    if (answer.status === 200) note(phase, "access", from);
  };
  const working = Array.from({ length: lanes }, async () => {
    // What is cut by a kill is pressed anew, by the next payer.
    for (; !isOver; await sleep(restMs)) await once().catch(() => undefined);
  });
  return {
    phase: (name) => {
      now = name;
    },
    paid: () => paid,
    async end() {
      isOver = true;
      await Promise.all(working);
      return times;
    },
  };
}

/** A phase may take so many times what the other did: a busy machine is no reason, a call that is waited for is. */
const slowerMax = 3;
/** Below this nobody waits. */
const soonMs = 250;

/** What the answers of these phases took beside those of `well`, and a line for each that was slowed. */
export function compared(times: Record<string, Times>, phases: string[]): { said: string; wrong: string[] } {
  const said: string[] = [];
  const wrong: string[] = [];
  for (const what of ["pay", "access"] as const)
    for (const phase of phases) {
      const [before, then] = [times.well?.[what] ?? [], times[phase]?.[what] ?? []];
      const line = `${what} ${at(before, 0.5)}/${at(before, 0.95)} ms well, ${at(then, 0.5)}/${at(then, 0.95)} ms ${phase}`;
      said.push(line);
      const isSlow = [0.5, 0.95].some(
        (part) => at(then, part) > Math.max(soonMs, slowerMax * at(before, part)),
      );
      if (before.length < 20 || then.length < 20 || isSlow)
        wrong.push(`${line} (${before.length} and ${then.length} answers)`);
    }
  return { said: said.join(", "), wrong };
}

function at(times: number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
}

const servingPid = (place: Place) =>
  childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes("scripts-serve")) ?? 0;

/** Resident, of the process that serves. */
export function memoryOf(place: Place): number {
  const status = readFileSync(`/proc/${servingPid(place)}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Kills the process that serves, and waits until it answers again. */
export async function killApp(place: Place): Promise<void> {
  process.kill(servingPid(place), "SIGKILL");
  await place.untilSaid("starting it again");
  const isReady = () =>
    fetch(`${place.url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isReady, { everyMs: 200, withinMs: 120_000, late: () => "It does not come back." });
}
