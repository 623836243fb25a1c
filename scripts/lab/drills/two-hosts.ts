import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withServer } from "../../postgres";
import { fixtureKey, previousVersion, restoreFixture } from "../fixtures/fixture";
import { withPooler } from "./moves";
import { openPlace, type Place } from "./place";
import { type Outcome, underLoad } from "./under-load";

export interface Balancer {
  url: string;
  /** Where requests go from now on. */
  hosts: URL[];
  close(): Promise<void>;
}

/**
 * What stands before several machines, as small as it can be: requests go to each in turn, and one that a machine did not
 * even take goes to the next. What a machine may have begun is never sent again: the client is told 502.
 */
export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const balancer: Balancer = {
    url: "",
    hosts: [],
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  let turn = 0;
  const server = createServer(async (from, to) => {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk);
    turn += 1;
    const { hosts } = balancer;
    const inTurn = hosts
      .map((_, nth) => hosts[(turn + nth) % hosts.length])
      .filter((host) => host !== undefined);
    for (const host of inTurn) if (await passed(agent, host, from, Buffer.concat(chunks), to)) return;
    to.writeHead(502).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // Safe: it listens on a TCP port.
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return balancer;
}

/** False where the machine did not take the connection. */
function passed(
  agent: Agent,
  { hostname, port }: URL,
  from: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
): Promise<boolean> {
  const { method, url, headers } = from;
  const forwarded = { ...headers, "x-forwarded-for": from.socket.remoteAddress };
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path: url, headers: forwarded }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on("error", () => to.destroy());
      resolve(true);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return resolve(false);
      to.writeHead(502).end();
      resolve(true);
    });
    sent.end(body);
  });
}

/**
 * Two machines with an executor each, on one database behind a pooler in transaction mode, and a balancer in front. The limit
 * of a key is one limit; each event arrives once; then one machine is gone in the middle of everything.
 */
export async function twoHosts(): Promise<Outcome> {
  const balancer = await openBalancer();
  const dataDirs = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), "sente-drill-host-")));
  const places: Place[] = [];
  try {
    return await withServer((databaseUrl) =>
      withPooler(databaseUrl, async (pooled) => {
        const shared = {
          ...{
            SECRET_KEY: randomBytes(32).toString("base64"),
            SITE_URL: balancer.url,
            TRUSTED_PROXY_HOPS: "1",
          },
          ...pooled,
        };
        const first = await openPlace(shared, { dataDir: dataDirs[0] ?? "" });
        const second = await openPlace({ ...shared, DEMO: "off" }, { dataDir: dataDirs[1] ?? "" });
        places.push(first, second);
        balancer.hosts.push(...places.map(({ url }) => new URL(url)));
        const limit = await pressLimit(balancer.url, first.demo().test_key);
        let repeatedInCalm = 0;
        const outcome = await underLoad(
          { ...first, url: balancer.url },
          async () => {
            await sleep(8_000);
            repeatedInCalm = first.receiver.repeated;
            second.kill();
          },
          { failures: /^(502|503)$/, repeats: true },
          databaseUrl,
        );
        return {
          said: `limit ${limit.passed} of ${limit.most}; ${outcome.said}`,
          wrong: [
            ...outcome.wrong,
            ...(limit.passed === limit.most ? [] : [`${limit.passed} of a limit of ${limit.most} passed`]),
            ...(repeatedInCalm > 0 ? [`${repeatedInCalm} told twice while all was well`] : []),
          ],
        };
      }),
    );
  } finally {
    for (const place of places) await place.stop();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
    await balancer.close();
  }
}

/** How many of more requests than are allowed pass both machines together. */
async function pressLimit(url: string, key: string): Promise<{ passed: number; most: number }> {
  const ask = () => fetch(`${url}/api/v1/access?ref=drill`, { headers: { authorization: `Bearer ${key}` } });
  const first = await ask();
  const most = Number(first.headers.get("x-ratelimit-limit"));
  const others = await Promise.all(Array.from({ length: most + 20 }, ask));
  return { passed: [first, ...others].filter(({ status }) => status === 200).length, most };
}

/** Longer than the turns take that machines on one database wait for, and much shorter than a turn that hangs. */
const turnsMs = 10_000;

/**
 * Two, three and five machines that start in the same second, on an empty database and on that of the release before. They may
 * take little longer than five machines that have nothing to do with each other, which have the same processor.
 */
export async function startTogether(): Promise<Outcome> {
  const alone = await slowestOf(1);
  const besideMs = await slowestOf(5);
  const said = [`1 alone ${seconds(alone)}, 5 on databases of their own ${seconds(besideMs)}`];
  const wrong: string[] = [];
  for (const on of ["an empty database", "that of the release before"])
    for (const machines of [2, 3, 5]) {
      const slowest = await withServer(async (DATABASE_URL) => {
        if (on !== "an empty database") await restoreFixture(DATABASE_URL, previousVersion());
        return slowestOf(machines, { DATABASE_URL, SECRET_KEY: fixtureKey });
      });
      said.push(`${machines} on ${on} ${seconds(slowest)}`);
      if (slowest > besideMs + turnsMs) wrong.push(`${said.at(-1)} is too long`);
    }
  return { said: said.join("; "), wrong };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** How long the last of so many machines takes to be ready. */
async function slowestOf(machines: number, variables: Record<string, string> = {}): Promise<number> {
  const from = performance.now();
  const starts = Array.from({ length: machines }, () => openPlace({ ...variables, DEMO: "off" }));
  const ended = await Promise.allSettled(starts);
  const took = performance.now() - from;
  for (const one of ended) if (one.status === "fulfilled") await one.value.stop();
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return took;
}
