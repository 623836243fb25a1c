import { randomBytes } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../bench/load";
import { ask } from "../testing/database";
import type { Demo } from "./place";

export interface Counts {
  requests: number;
  /** Requests without a good answer, by what came instead. */
  failed: Record<string, number>;
  acknowledged: number;
  /** Acknowledged writes that the database does not have, or has twice. */
  lost: number;
  doubled: number;
}

export interface Load {
  /** How many good answers came so far. */
  good(): number;
  /** Ends the load and asks the database for every acknowledged write. */
  end(databaseUrl: string | (() => Promise<string>)): Promise<Counts>;
}

const restMs = 20;

/**
 * Keep-alive clients in turn save a customer, ask for access and sell a test subscription, of which sellers are told. They
 * remember what was acknowledged.
 */
export function startLoad(url: string, demo: Demo, { databaseUrl, clients = 6 }: LoadOptions): Load {
  const acknowledged: string[] = [];
  const failed: Record<string, number> = {};
  let requests = 0;
  let good = 0;
  let isOver = false;
  const batch = randomBytes(4).toString("hex");
  const { Agent } = url.startsWith("https:") ? https : http;
  // A proxy of a drill has a certificate that it made itself.
  const agent = new Agent({ keepAlive: true, maxSockets: clients, rejectUnauthorized: false });
  const work = async (client: number) => {
    for (let nth = 0; !isOver; nth += 1) {
      const name = `drill-${batch}-${client}-${nth}@example.com`;
      const { isWrite, ...asked } = questions(demo, name)[nth % 3] ?? never();
      requests += 1;
      const how = await statusOf(agent, url, asked);
      if (how === "200" || how === "201") {
        good += 1;
        if (isWrite) acknowledged.push(name);
      } else failed[how] = (failed[how] ?? 0) + 1;
      await sleep(restMs);
    }
  };
  const working = Array.from({ length: clients }, (_, client) => work(client));
  const resting = forgetTurns(databaseUrl, () => isOver);
  return {
    good: () => good,
    async end(asked) {
      isOver = true;
      await Promise.all([...working, resting]);
      agent.destroy();
      const stored = await ask<{ name: string; count: number }>(
        typeof asked === "string" ? asked : await asked(),
        storedSql,
      );
      const found = new Set(stored.map(({ name }) => name));
      const lost = acknowledged.filter((name) => !found.has(name)).length;
      const doubled = stored.filter(({ count }) => count > 1).length;
      return { requests, failed, acknowledged: acknowledged.length, lost, doubled };
    },
  };
}

interface LoadOptions {
  databaseUrl: string;
  clients?: number;
}

const storedSql = `
  SELECT name, count(*)::int AS count FROM (
    SELECT email AS name FROM customers UNION ALL SELECT ref FROM subscriptions) AS saved
  WHERE name LIKE 'drill-%' GROUP BY name`;

interface Question {
  key: string;
  path: string;
  body?: unknown;
}

function questions(demo: Demo, name: string): (Question & { isWrite: boolean })[] {
  const product_id = demo.products[0]?.id;
  return [
    { key: demo.live_key, path: "customers", body: { name: "Drill", email: name }, isWrite: true },
    { key: demo.live_key, path: "access?ref=drill", isWrite: false },
    { key: demo.test_key, path: "test/subscriptions", body: { product_id, ref: name }, isWrite: true },
  ];
}

function never(): never {
  throw new Error("There are three kinds of request.");
}

/** The status, or what happened to the connection. */
async function statusOf(agent: http.Agent, url: string, { key, path, body }: Question): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
  const options = { agent, headers, timeout: 40_000, body: body ? JSON.stringify(body) : undefined };
  return send(`${url}/api/v1/${path}`, options).then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** The load comes with few keys, whose limit is not what a drill is about. */
async function forgetTurns(databaseUrl: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await ask(databaseUrl, "DELETE FROM rate_limits").catch(() => undefined);
    await sleep(200);
  }
}
