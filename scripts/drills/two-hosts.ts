import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type BenchReceiver, startBenchReceiver } from "../bench/receiver";
import { openBalancer } from "./balancer";
import { startLoad } from "./load";
import { childrenOf, openPlace, type Place } from "./place";
import { withPooler, withServer } from "./server";

interface Demo {
  live_key: string;
  test_key: string;
  webhook_test_secret: string;
  webhook_live_secret: string;
  products: { id: number }[];
}

/** A lease of a killed worker, and a sweep. */
const toldWithinMs = 90_000;
const sellers = 4;

/**
 * Two machines with an executor each, on one database behind a pooler in transaction mode, and a balancer in front. The limit
 * of a key is one limit; each event arrives once; then one machine is gone in the middle of everything.
 */
export async function twoHosts(): Promise<{ said: string; wrong: string[] }> {
  const receiver = await startBenchReceiver();
  const balancer = await openBalancer();
  const dataDirs = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), "sente-drill-host-")));
  const places: Place[] = [];
  try {
    return await withServer((databaseUrl) =>
      withPooler(databaseUrl, async (pooled) => {
        const shared = {
          ...pooled,
          ...{
            SECRET_KEY: randomBytes(32).toString("base64"),
            SITE_URL: balancer.url,
            TRUSTED_PROXY_HOPS: "1",
          },
          ...{
            ALLOW_SANDBOX_RAIL: "true",
            ALLOW_LOCAL_WEBHOOKS: "true",
            DEMO_WEBHOOK_URL: receiver.urlOf("all"),
          },
        };
        for (const [nth, dataDir] of dataDirs.entries()) {
          places.push(await openPlace({ ...shared, ...(nth > 0 && { DEMO: "off" }) }, { dataDir }));
          balancer.hosts.push(new URL(places.at(-1)?.url ?? ""));
        }
        const [first, second] = places;
        if (!first || !second) throw new Error("Two places were started.");
        const demo: Demo = JSON.parse(readFileSync(path.join(first.dataDir, "demo.json"), "utf8"));
        receiver.secrets.set("all", `${demo.webhook_test_secret} ${demo.webhook_live_secret}`);
        const limit = await pressLimit(balancer.url, demo.test_key);
        const load = startLoad(balancer.url, demo.live_key, { databaseUrl });
        const calm = await sell(balancer.url, demo, 40);
        const untoldInCalm = await untold(databaseUrl, receiver);
        const repeatedInCalm = receiver.repeated;
        const selling = sell(balancer.url, demo, 120);
        await sleep(1_500);
        killTree(second.child.pid ?? 0);
        const storm = await selling;
        const counts = await load.end(databaseUrl);
        const untoldInStorm = await untold(databaseUrl, receiver);
        const stored = await asked(databaseUrl, "SELECT 1 FROM subscriptions WHERE NOT livemode");
        const odd = Object.keys(counts.failed).filter((how) => !/^(502|503)$/.test(how));
        const wrong = [
          ...(limit.passed === limit.most ? [] : [`${limit.passed} of a limit of ${limit.most} passed`]),
          ...(untoldInCalm + untoldInStorm > 0 ? [`${untoldInCalm + untoldInStorm} were never told`] : []),
          ...(repeatedInCalm > 0 ? [`${repeatedInCalm} told twice while all was well`] : []),
          ...(receiver.forged > 0 ? [`${receiver.forged} forged`] : []),
          ...(stored.length < calm + storm ? [`${calm + storm - stored.length} subscriptions lost`] : []),
          ...(counts.lost > 0 ? [`${counts.lost} lost`] : []),
          ...(counts.doubled > 0 ? [`${counts.doubled} doubled`] : []),
          ...odd.map((how) => `${counts.failed[how]} × ${how}`),
        ];
        const failed = Object.entries(counts.failed).map(([how, count]) => `${count} × ${how}`);
        const said = [
          `limit ${limit.passed} of ${limit.most}`,
          `${calm} and ${storm} sold, ${receiver.arrivedAt.size} events told, ${receiver.repeated} of them twice`,
          `${counts.requests} requests, ${failed.join(", ") || "0 failed"}`,
          `${counts.acknowledged} acknowledged, ${counts.lost} lost, ${counts.doubled} doubled`,
        ].join("; ");
        return { said, wrong };
      }),
    );
  } finally {
    for (const place of places) await place.stop();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
    await balancer.close();
    receiver.close();
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

/** Starts test subscriptions, four at once. Returns how many were acknowledged. */
async function sell(
  url: string,
  { test_key: key, products: [product] }: Demo,
  count: number,
): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  let sold = 0;
  const seller = async () => {
    for (let nth = 0; nth < count / sellers; nth += 1) {
      const body = JSON.stringify({ product_id: product?.id, ref: randomBytes(8).toString("hex") });
      const asked = { method: "POST", headers, body };
      const answer = await fetch(`${url}/api/v1/test/subscriptions`, asked).catch(() => null);
      if (answer?.ok) sold += 1;
    }
  };
  await Promise.all(Array.from({ length: sellers }, seller));
  return sold;
}

/** Waits until everything in the outbox has arrived. Returns how much has not. */
async function untold(databaseUrl: string, receiver: BenchReceiver): Promise<number> {
  for (const end = performance.now() + toldWithinMs; ; await sleep(200)) {
    const events = await asked<{ id: string }>(databaseUrl, "SELECT event_id AS id FROM webhook_deliveries");
    const missing = events.filter(({ id }) => !receiver.arrivedAt.has(`all/${id}`)).length;
    if (missing === 0 || performance.now() > end) return missing;
  }
}

async function asked<Row extends object>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

function killTree(pid: number): void {
  for (const child of childrenOf(pid)) killTree(child);
  process.kill(pid, "SIGKILL");
}
