import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { CronExpressionParser } from "cron-parser";
import { openPlaces, within } from "@/lib/providers/turns";
import { setLocalClock, wakeLocalClock } from "@/lib/providers/wake";
import { claimTicks } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { env } from "../lib/env";
import type { Steps, Trigger } from "./repeat-while-due";
import { sameSecret } from "./signature";
import { cronOf, type Sweep } from "./sweep";
import { sweeps } from "./sweeps";

/** The clock of this process. */
export interface LocalClock {
  /** Begins nothing more. Resolves when what is at work has ended, and after five seconds in any case. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
/** After so long, a suspended machine or a changed clock is noticed. */
const napMaxMs = 30_000;
/** A step that takes longer is given up, so that it does not hold its place for ever. */
const stepMaxMs = 120_000;
const triesMax = 4;
const drainMs = 5_000;

const usual = { napMaxMs, stepMaxMs, drainMs, pauseMs: (tries: number) => 5_000 * 2 ** (tries - 1) };

class Stopped extends Error {}

/**
 * Runs the sweeps in this process: each minute, and when work is left for them. Of all processes of the service that share a
 * database, one runs what a minute begins: the first that notes it there. A wake-up is run where the work was left. Nothing
 * of this is kept: what a process that ends had begun, the next minute begins again.
 */
export function startClock(world: World, table: readonly Sweep[] = sweeps, times = usual): LocalClock {
  // What wakes a sweep is a request; what it does then is not part of that request.
  const outside = new AsyncResource("clock");
  const state = { isStopped: false };
  const lines = table.map((sweep) => openLine(world, sweep, times, state));
  let next: NodeJS.Timeout;
  const look = async () => {
    await tick(world, lines);
    if (!state.isStopped) next = setTimeout(look, untilMinute(world, times)).unref();
  };
  next = setTimeout(look, untilMinute(world, times)).unref();
  setLocalClock((topic) =>
    outside.runInAsyncScope(() => {
      for (const line of lines) if (line.sweep.wokenBy === topic) line.begin("wake");
    }),
  );
  return {
    async stop() {
      state.isStopped = true;
      clearTimeout(next);
      // What is left from now on wakes the process that takes over, if there is one.
      setLocalClock(null);
      const end = performance.now() + times.drainMs;
      while (lines.some(({ busy }) => busy() > 0) && performance.now() < end) await sleep(20);
    },
  };
}

function untilMinute({ clock }: World, times: typeof usual): number {
  return Math.min(times.napMaxMs, minuteMs - (clock.now().getTime() % minuteMs) + 1);
}

interface Line {
  sweep: Sweep;
  /** When it was due last, as far as this process knows. */
  tickedAt: Date;
  begin(trigger: Trigger): void;
  busy(): number;
}

/** Begins what is due and nobody else has begun. Where the database does not answer, the next look makes up for it. */
async function tick(world: World, lines: readonly Line[]): Promise<void> {
  try {
    const now = world.clock.now();
    const due = lines
      .map((line) => ({ line, at: lastDue(line.sweep, now) }))
      .filter(({ line, at }) => at > line.tickedAt);
    if (due.length === 0) return;
    const own = await claimTicks(
      world.pool,
      due.map(({ line, at }) => ({ name: line.sweep.id, at })),
    );
    for (const { line, at } of due) {
      line.tickedAt = at;
      if (own.has(line.sweep.id)) line.begin("cron");
    }
  } catch (error) {
    world.log.warn({ err: error }, "The minute could not begin: what is due waits for the next.");
  }
}

function lastDue(sweep: Sweep, now: Date): Date {
  return CronExpressionParser.parse(cronOf(sweep), { currentDate: new Date(now.getTime() + 1), tz: "UTC" })
    .prev()
    .toDate();
}

/** The runs of one sweep, of which some are at work at the same time; one that sleeps gives up its place. */
function openLine(world: World, sweep: Sweep, times: typeof usual, state: { isStopped: boolean }): Line {
  const places = openPlaces(sweep.atOnce ?? 1);
  /** A run that has not begun yet sees all that another one would. */
  const waiting = new Set<Trigger>();
  let failing = "";
  const steps: Steps = {
    async run(name, work) {
      if (state.isStopped) throw new Stopped();
      return within(times.stepMaxMs, work(), () => {
        throw new Error(`${name} took longer than ${times.stepMaxMs / 1000} seconds.`);
      });
    },
    async sleepUntil(_name, at) {
      places.leave();
      try {
        // Of the machine's time, as the passes tell when they are due.
        while (Date.now() < at.getTime() && !state.isStopped)
          await sleep(Math.min(times.napMaxMs, at.getTime() - Date.now()), undefined, { ref: false });
      } finally {
        await places.take();
      }
    },
  };
  const told = (error: unknown) => {
    const said = String(error);
    if (said !== failing) world.log.error({ err: error, sweep: sweep.id }, "A sweep failed; it runs again.");
    failing = said;
  };
  const run = async (trigger: Trigger) => {
    await places.take();
    waiting.delete(trigger);
    for (let tries = 1; tries <= triesMax && !state.isStopped; tries += 1)
      try {
        await sweep.run(steps, trigger);
        if (failing !== "") world.log.info({ sweep: sweep.id }, "A sweep works again.");
        failing = "";
        break;
      } catch (error) {
        if (error instanceof Stopped) break;
        told(error);
        if (tries < triesMax) await steps.sleepUntil("", new Date(Date.now() + times.pauseMs(tries)));
      }
    places.leave();
  };
  return {
    sweep,
    tickedAt: world.clock.now(),
    begin(trigger) {
      if (state.isStopped || waiting.has(trigger)) return;
      waiting.add(trigger);
      void run(trigger);
    },
    busy: places.taken,
  };
}

export const wakePath = "/api/inngest/e/";

/**
 * Where another program on this machine wakes the clock of this process, by the call with which it would wake a real Inngest
 * server: `POST /api/inngest/e/{INNGEST_EVENT_KEY}` with `{ name: "sente/webhooks.due" }`, or a list of such.
 */
export async function answerWake(request: Request, key: string): Promise<Response> {
  const answer = (status: number) =>
    Response.json({ ids: [], status }, { status, headers: { "Cache-Control": "no-store" } });
  if (request.method !== "POST" || !sameSecret(key, env().INNGEST_EVENT_KEY ?? "")) return answer(404);
  const said: unknown = await request.json().catch(() => null);
  for (const one of [said].flat()) {
    const topic = /^sente\/(\w+)\.due$/.exec(String((one as { name?: unknown } | null)?.name))?.[1];
    if (topic && !wakeLocalClock(topic)) return answer(404);
  }
  return answer(200);
}
