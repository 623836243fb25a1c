import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "@/lib/providers/clock";
import type { Machine } from "@/lib/providers/machine";
import { lastTimes } from "@/lib/services/core/last-times";
import type { Counted, World } from "@/lib/services/core/world";
import { lastCheckOfBooks } from "@/lib/services/desk/operator/health/books";
import { readDue } from "@/lib/services/desk/operator/health/queues";
import { builtRoutes, routeNamer } from "./routes";

export interface Metrics {
  registry: Registry;
  /** Counts a request once it is answered. */
  watch(request: IncomingMessage, response: ServerResponse): void;
}

type Watched = Pick<World, "db" | "pool" | "clock" | "counts" | "log" | "machine">;

/** However often and by however many it is read, the database is asked no more than once in this time. */
const askEveryMs = 5_000;
/** A payer's patience ends at some seconds; a call of the executor may take minutes. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** The sender left before there was an answer. */
const leftCode = 499;

/**
 * What Prometheus may know of this process, this machine and the database. Several
 * processes are put together by each metric's `aggregator`: what all of them know alike is taken once.
 */
export function createMetrics(world: Watched, routes = builtRoutes()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // By their names they would be counters, and each is the sum of another one's kinds.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const seconds = new Histogram({
    name: "sente_http_request_duration_seconds",
    help: "How long requests took, by route and status code; 499 where the sender left.",
    labelNames: ["route", "code"] as const,
    ...{ buckets, registers: [registry] },
  });
  countersOf(world, registry);
  poolOf(world, registry);
  if (world.machine) ofMachine(world.machine, world.clock, registry);
  sharedFacts(world, registry);
  const routeOf = routeNamer(routes);
  return {
    registry,
    watch(request, response) {
      const startedAt = performance.now();
      response.once("close", () => {
        const code = response.headersSent ? response.statusCode : leftCode;
        seconds.observe({ route: routeOf(request.url ?? ""), code }, (performance.now() - startedAt) / 1000);
      });
    },
  };
}

/** What this process counts. */
function countersOf({ counts }: Watched, registry: Registry): void {
  const counter = <Name extends keyof Counted>(
    name: Name,
    metric: string,
    help: string,
    labelNames: (keyof Counted[Name] & string)[],
  ) =>
    new Counter({
      ...{ name: metric, help, labelNames, registers: [registry] },
      collect() {
        this.reset();
        for (const { labels, value } of counts.all(name)) this.inc(labels as never, value);
      },
    });
  counter("payments", "sente_payments_total", "Payments that a rail decided.", [
    ...(["rail", "network", "outcome"] as const),
  ]);
  counter("webhook_attempts", "sente_webhook_attempts_total", "Planned attempts to deliver a webhook.", [
    "outcome",
  ]);
}

function poolOf({ pool, clock }: Watched, registry: Registry): void {
  new Gauge({
    name: "sente_db_pool",
    help: "Connections to the database by state; waiting: requests that have none.",
    ...{ labelNames: ["state"] as const, registers: [registry] },
    collect() {
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  new Gauge({
    name: "sente_clock_skew_seconds",
    help: "How far the clock of this machine is ahead of the database's.",
    ...{ aggregator: "max", registers: [registry] },
    collect() {
      this.set((clock.aheadMs ?? 0) / 1000);
    },
  });
}

function ofMachine(machine: Machine, clock: Clock, registry: Registry): void {
  new Gauge({
    name: "sente_disk_free_bytes",
    help: "What is free on the disk that holds DATA_DIR.",
    ...{ aggregator: "min", registers: [registry] },
    collect() {
      const free = machine.freeBytes();
      if (free === null) this.remove();
      else this.set(free);
    },
  });
  new Gauge({
    name: "sente_backup_age_seconds",
    help: "Seconds since the last backup was complete; absent where there was none.",
    ...{ aggregator: "max", registers: [registry] },
    collect() {
      const { backup } = machine.backups();
      if (!backup) this.remove();
      else this.set((clock.now().getTime() - backup.at.getTime()) / 1000);
    },
  });
}

/** What the database says: the same in every process. A number that nobody knows is absent, never 0. */
function sharedFacts(world: Watched, registry: Registry): void {
  const facts = atMostEvery(askEveryMs, () => readFacts(world));
  const gauge = (name: string, help: string, pick: (found: Facts) => number | null) =>
    new Gauge({
      ...{ name, help, aggregator: "max", registers: [registry] },
      async collect() {
        const found = await facts();
        const value = found && pick(found);
        if (value === null || value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge("sente_database_up", "1 while the database answers for these numbers; else absent.", () => 1);
  gauge("sente_books_broken", "What the last check of the books found broken.", (f) => f.broken);
  gauge("sente_books_age_seconds", "Seconds since the books were last checked.", (f) => f.booksAge);
  gauge("sente_clock_tick_age_seconds", "Seconds since the executor last called.", (f) => f.tickAge);
  const byQueue = (name: string, help: string, pick: (due: Facts["queues"][number]) => number) =>
    new Gauge({
      ...{ name, help, aggregator: "max", labelNames: ["queue"] as const, registers: [registry] },
      async collect() {
        this.reset();
        for (const due of (await facts())?.queues ?? []) this.set({ queue: due.work }, pick(due));
      },
    });
  byQueue("sente_queue_due", "Rows that are due; counted to 10,001.", ({ count }) => count);
  byQueue("sente_queue_oldest_due_seconds", "For how long the oldest is due.", ({ lateMs }) => lateMs / 1000);
}

interface Facts {
  queues: { work: string; count: number; lateMs: number }[];
  broken: number | null;
  booksAge: number | null;
  tickAge: number | null;
}

/** Null while the database does not answer: Prometheus then still gets what this process knows by itself. */
async function readFacts(world: Watched): Promise<Facts | null> {
  try {
    const [queues, books, times] = await Promise.all([
      readDue(world),
      lastCheckOfBooks(world),
      lastTimes(world.pool),
    ]);
    const now = world.clock.now().getTime();
    const age = (at: Date | undefined) => (at ? (now - at.getTime()) / 1000 : null);
    return {
      queues,
      broken: books?.broken ?? null,
      booksAge: books && books.ageMs / 1000,
      tickAge: age(times.clock),
    };
  } catch (error) {
    world.log.warn({ err: error }, "The database did not answer for the metrics.");
    return null;
  }
}

function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { at: number; found: Promise<T> } | null = null;
  return () => {
    if (!asked || performance.now() - asked.at > ms) asked = { at: performance.now(), found: ask() };
    return asked.found;
  };
}
