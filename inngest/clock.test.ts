import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWake, newWakes, wakeLocalClock } from "@/lib/providers/wake";
import { testWorld } from "@/lib/testing/world";
import { answerWake, type LocalClock, startClock } from "./clock";
import type { Trigger } from "./repeat-while-due";
import type { Sweep } from "./sweep";

const world = testWorld();
const times = { napMaxMs: 10, stepMaxMs: 200, drainMs: 400, pauseMs: () => 5 };
const minute = new Date("2026-03-02T09:31:00.000Z");
const clocks: LocalClock[] = [];

beforeEach(() => world.clock.set(new Date(minute.getTime() - 20)));
afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()));
});

/** A process with its own clock, and what that began. */
function clockWith(sweep: Partial<Sweep> = {}) {
  const begun: Trigger[] = [];
  const all: Sweep = {
    id: randomUUID(),
    wokenBy: "webhooks",
    async run(steps, trigger) {
      begun.push(trigger);
      await sweep.run?.(steps, trigger);
    },
    ...{ ...(sweep.id ? { id: sweep.id } : {}), ...(sweep.atOnce ? { atOnce: sweep.atOnce } : {}) },
  };
  clocks.push(startClock(world, [all], times));
  return begun;
}

const soon = (ms = 60) => new Promise((go) => setTimeout(go, ms));
/** Lets the minute come for the clocks that wait for it. */
async function minuteComes(): Promise<void> {
  world.clock.set(minute);
  await soon();
}

test("a minute is run by one of all processes", async () => {
  const id = randomUUID();
  const all = [clockWith({ id }), clockWith({ id }), clockWith({ id })];
  await minuteComes();
  await expect.poll(() => all.flat()).toHaveLength(1);
  await soon();
  expect(all.flat()).toEqual(["cron"]);
});

test("what a process with a wrong clock noted far ahead holds up nobody", async () => {
  const id = randomUUID();
  const ahead = new Date(minute.getTime() + 365 * 86_400_000);
  await world.pool.query("INSERT INTO last_times (name, at) VALUES ($1, $2)", [`sweep/${id}`, ahead]);
  const begun = clockWith({ id });
  await minuteComes();
  expect(begun).toEqual(["cron"]);
});

test("work that is left wakes it at once, and one run does for all that came before it began", async () => {
  let open = () => {};
  const gate = new Promise<void>((go) => {
    open = go;
  });
  const begun = clockWith({ run: () => gate });
  for (let time = 0; time < 5; time += 1) expect(wakeLocalClock("webhooks")).toBe(true);
  wakeLocalClock("messages");
  await soon();
  expect(begun).toEqual(["wake"]);
  for (let time = 0; time < 5; time += 1) wakeLocalClock("webhooks");
  open();
  await soon();
  expect(begun).toEqual(["wake", "wake"]);
});

test("a run that waits for a time gives up its place", async () => {
  const begun = clockWith({
    run: (steps) => (begun.length > 1 ? Promise.resolve() : steps.sleepUntil("", new Date(Date.now() + 150))),
  });
  wakeLocalClock("webhooks");
  await soon(20);
  wakeLocalClock("webhooks");
  await soon(20);
  expect(begun).toHaveLength(2);
});

test("one that fails is run again, and given up after four times until the next minute", async () => {
  const begun = clockWith({ run: () => Promise.reject(new Error("no")) });
  wakeLocalClock("webhooks");
  await soon();
  expect(begun).toHaveLength(4);
  await minuteComes();
  expect(begun).toHaveLength(8);
});

test("a step without an end keeps its place for a time only", async () => {
  const begun = clockWith({
    run: (steps) => (begun.length > 1 ? Promise.resolve() : steps.run("hangs", () => new Promise(() => {}))),
  });
  wakeLocalClock("webhooks");
  await soon(300);
  expect(begun.length).toBeGreaterThan(1);
});

test("it stops between two steps, and waits for the one at work", async () => {
  const did: string[] = [];
  clockWith({
    async run(steps) {
      await steps.run("one", async () => {
        await soon(100);
        did.push("one");
      });
      await steps.run("two", async () => void did.push("two"));
    },
  });
  wakeLocalClock("webhooks");
  await soon(20);
  await clocks[0]?.stop();
  expect(did).toEqual(["one"]);
  expect(wakeLocalClock("webhooks")).toBe(false);
});

test("where the database does not answer, what was due then is begun by a later look", async () => {
  const broken = {
    ...world,
    pool: { ...world.pool, query: () => Promise.reject(new Error("away")) } as never,
  };
  const begun: Trigger[] = [];
  const sweep: Sweep = { id: randomUUID(), cron: "31 * * * *", run: async (_, by) => void begun.push(by) };
  clocks.push(startClock(broken, [sweep], times));
  await minuteComes();
  expect(begun).toEqual([]);
  Object.assign(broken, { pool: world.pool });
  world.clock.set(new Date(minute.getTime() + 5 * 60_000));
  await soon();
  expect(begun).toEqual(["cron"]);
});

test("another program wakes it with the key, and nobody without", async () => {
  const begun = clockWith();
  const body = JSON.stringify([{ name: "sente/webhooks.due", data: {} }]);
  const ask = (key: string) => answerWake(new Request("http://x/", { method: "POST", body }), key);
  expect((await ask("wrong")).status).toBe(404);
  expect(begun).toEqual([]);
  expect((await ask(process.env.INNGEST_EVENT_KEY ?? "")).status).toBe(200);
  await soon();
  expect(begun).toEqual(["wake"]);
});

test("the services of this process wake it without a call to anybody", async () => {
  const begun = clockWith();
  const wakes = newWakes();
  createWake({ wakes, clock: world.clock, log: world.log })("webhooks");
  await soon();
  expect(begun).toEqual(["wake"]);
  expect(wakes).toEqual({ sent: 1, failed: 0, failingSince: null });
});
