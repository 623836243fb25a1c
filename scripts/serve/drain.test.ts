import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { newPool } from "@/lib/db/connect";
import { systemClock } from "@/lib/providers/clock";
import { open } from "@/lib/testing/doors";
import { testDatabaseUrl } from "../lab/testing/database";
import { drainable } from "./drain";
import { openFastLane } from "./fast-lane";
import { createHealth } from "./health";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const closing: (() => unknown)[] = [() => agent.destroy()];
afterEach(() => Promise.all(closing.splice(1).map((close) => close())));

interface Got {
  status: number;
  connection: string | undefined;
  body: string;
}

/** The answer, or the code of what happened to the connection. */
function get(port: number, path: string, by: Agent | false = agent): Promise<Got | string> {
  return new Promise((resolve) => {
    const sent = request({ port, host: "127.0.0.1", path, agent: by }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (piece) => {
        body += piece;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }),
      );
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

test("a server that drains answers what is there, tells kept connections to leave, and refuses new ones", async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const site = await open(async (asked, answer) => {
    if (asked.url === "/slow") await held;
    answer.end("done");
  });
  closing.push(site.close);
  const drain = drainable(site.server);
  expect(await get(site.port, "/quick")).toMatchObject({ status: 200, connection: "keep-alive" });
  const slow = get(site.port, "/slow", new Agent({ keepAlive: true }));
  await sleep(50);
  const drained = drain({ delayMs: 0, idleMs: 5_000, allMs: 20_000 });
  await sleep(50);
  expect(await get(site.port, "/quick", false)).toBe("ECONNREFUSED");
  expect(await get(site.port, "/quick")).toMatchObject({ status: 200, connection: "close" });
  finish();
  expect(await slow).toMatchObject({ status: 200, connection: "close", body: "done" });
  await drained;
});

test("an idle connection is closed after a while, and a request that hangs does not keep the server for ever", async () => {
  const site = await open(() => new Promise(() => {}));
  closing.push(site.close);
  const hangs = get(site.port, "/hangs", false);
  await sleep(50);
  await drainable(site.server)({ delayMs: 0, idleMs: 0, allMs: 200 });
  site.close();
  expect(await hangs).toBe("ECONNRESET");
});

test("readyz says whether the database answers and whether the process is about to end, healthz only that it lives", async () => {
  let pool = newPool({ connectionString: testDatabaseUrl() });
  const away = newPool({ connectionString: "postgres://nobody@127.0.0.1:9/none" });
  closing.push(
    () => pool.end(),
    () => away.end(),
  );
  const health = createHealth(() => ({ pool, clock: systemClock }));
  const site = await open(() => {}, { fastLane: openFastLane(health, () => {}) });
  closing.push(site.close);
  const asked = async (path: string) => {
    const got = await get(site.port, path, false);
    return typeof got === "string" ? got : [got.status, JSON.parse(got.body)];
  };
  const well = { database: "well", clock: "well", executor: "unknown" };
  expect(await asked("/readyz")).toEqual([200, { ready: true, draining: false, ...well }]);
  const good = pool;
  pool = away;
  await sleep(1_100);
  expect(await asked("/readyz")).toMatchObject([503, { ready: false, database: "away" }]);
  expect(await asked("/healthz")).toEqual([200, { alive: true }]);
  pool = good;
  await sleep(1_100);
  expect(await asked("/readyz")).toMatchObject([200, { ready: true }]);
  health.drain();
  expect(await asked("/readyz")).toEqual([503, { ready: false, draining: true, ...well }]);
  expect(await asked("/healthz")).toEqual([200, { alive: true }]);
});
