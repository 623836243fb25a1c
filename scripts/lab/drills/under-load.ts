import { setTimeout as sleep } from "node:timers/promises";
import { checkBooks } from "../../books/check";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import type { BenchReceiver } from "../bench/receiver";
import { ask } from "../testing/database";
import { type Counts, type Load, startLoad } from "./load";
import { inPlace, openPlace, type Place } from "./place";

export interface Outcome {
  said: string;
  /** Each line is one thing that must not be. */
  wrong: string[];
}

export interface Allowed {
  /** What clients may be told meanwhile. */
  failures: RegExp;
  /** Whether sellers may be told twice, by the same id: where a process dies between an answer and its record. */
  repeats?: boolean;
  /** Whether there are rows that no payment made, of which the books cannot be right. */
  madeUp?: boolean;
}

export const none: Allowed = { failures: /^$/ };
/** What a client is told while the database is away. */
export const unavailable: Allowed = { failures: /^503$/, repeats: true };
/** A process that was killed takes its connections along. */
export const cut: Allowed = {
  failures: /^(503|cut|ECONNRESET|ECONNREFUSED|EPIPE|socket hang up)$/,
  repeats: true,
};

const dueSql = "SELECT event_id AS id FROM webhook_deliveries";
/** The lease of a worker that was killed, and the sweep after it. */
const toldWithinMs = 90_000;

/**
 * Under load, `act`; then it must serve well again, have lost no write that it acknowledged, have told its sellers
 * everything, and its books must be right.
 */
export async function underLoad(
  place: Place,
  act: (load: Load) => Promise<void>,
  allowed: Allowed,
  databaseUrl = embeddedDatabaseUrl(place.dataDir),
  due = dueSql,
): Promise<Outcome> {
  const load = startLoad(place.url, place.demo(), { databaseUrl });
  await untilGood(load);
  await act(load);
  const isWell = await untilGood(load);
  const counts = await load.end(databaseUrl);
  const untold = await untoldOf(databaseUrl, place.receiver, due);
  const books = allowed.madeUp ? [] : await checkBooks(databaseUrl);
  return {
    said: `${told(counts)}; ${place.receiver.arrivedAt.size} events told, ${place.receiver.repeated} twice`,
    wrong: [
      ...wrongIn(counts, place.receiver, allowed),
      ...(untold > 0 ? [`${untold} events were never told`] : []),
      ...(isWell ? [] : ["it does not serve again"]),
      ...books.map((line) => `books: ${line}`),
    ],
  };
}

/** The same in a place of its own, on this database or on its embedded one. */
export async function placeUnderLoad(
  act: (place: Place, load: Load) => Promise<void>,
  allowed: Allowed,
  { variables = {}, databaseUrl }: { variables?: Record<string, string>; databaseUrl?: string } = {},
): Promise<Outcome> {
  const own = databaseUrl ? { DATABASE_URL: databaseUrl, ...variables } : variables;
  return inPlace(await openPlace(own), (place) =>
    underLoad(place, (load) => act(place, load), allowed, databaseUrl),
  );
}

export async function untilGood(load: Load, withinMs = 40_000): Promise<boolean> {
  const goal = load.good() + 30;
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(50))
    if (load.good() >= goal) return true;
  return false;
}

export function told({ requests, failed, acknowledged, lost, doubled }: Counts): string {
  const ways = Object.entries(failed).map(([how, count]) => `${count} × ${how}`);
  return `${requests} requests, ${ways.join(", ") || "0 failed"}; ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`;
}

export function wrongIn(
  { failed, acknowledged, lost, doubled }: Counts,
  { repeated, forged }: BenchReceiver,
  allowed: Allowed,
): string[] {
  const wrong = Object.keys(failed).filter((how) => !allowed.failures.test(how));
  return [
    ...wrong.map((how) => `${failed[how]} × ${how}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
    ...(acknowledged === 0 ? ["nothing was written"] : []),
    ...(repeated > 0 && !allowed.repeats ? [`${repeated} events were told twice`] : []),
    ...(forged > 0 ? [`${forged} webhooks had a wrong signature`] : []),
  ];
}

/** Waits until every event of the outbox has arrived. Returns how many have not. */
export async function untoldOf(databaseUrl: string, receiver: BenchReceiver, sql = dueSql): Promise<number> {
  for (const end = performance.now() + toldWithinMs; ; await sleep(200)) {
    const due = await ask<{ id: string }>(databaseUrl, sql);
    const missing = due.filter(({ id }) => !receiver.arrivedAt.has(`all/${id}`)).length;
    if (missing === 0 || performance.now() > end) return missing;
  }
}
