import { spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { newPool } from "@/lib/db/connect";
import type { Machine } from "@/lib/providers/machine";
import { noteTime } from "@/lib/services/core/last-times";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { open } from "@/lib/testing/doors";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import type { Doors } from "./doors";
import { createMetrics, type Metrics } from "./metrics";
import { type Asked, gather, openMetricsPort } from "./metrics-port";
import { routeNamer } from "./routes";

let world: PayingWorld & { machine: Machine };
/** When this machine last made a backup. */
let backedUpAt: Date | null = null;
let metrics: Metrics;
let site: Server;
let port: Server;
const pages = ["/pay/[token]", "/ops/[...miss]", "/[...miss]", "/"];
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const scrape = async () => (await fetch(`${urlOf(port)}/metrics`)).text();
/** The one series with this beginning. */
const numberOf = (text: string, series: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

beforeAll(async () => {
  const machine: Machine = {
    backups: () => ({
      ...{ plan: null, log: null, drill: null },
      backup: backedUpAt && { at: backedUpAt, bytes: 1, seconds: 1, failed: null },
    }),
    freeBytes: () => 5_000_000,
  };
  world = { ...(await payingWorld()), machine };
  metrics = createMetrics(world, pages);
  const answer: Doors["handle"] = ({ url }, response) =>
    response.writeHead(url?.includes("broken") ? 500 : 200).end();
  ({ server: site } = await open(answer, { fastLane: null, watch: metrics.watch }));
  port = openMetricsPort(
    { host: "127.0.0.1", port: 0 },
    () => metrics.registry.metrics(),
    (error) => {
      throw error;
    },
  );
  await once(port, "listening");
});
afterAll(async () => {
  site.close();
  port.close();
  await world.close();
});

test("a request counts under its route, whatever its path and query hold", async () => {
  for (const path of ["/pay/abc", "/pay/def?x=1", "/pay/broken", "/nowhere/at/all"])
    await fetch(urlOf(site) + path, { headers: { connection: "close" } });
  const text = await scrape();
  const count = (route: string, code: number) =>
    numberOf(text, `sente_http_request_duration_seconds_count{route="${route}",code="${code}"}`);
  expect([count("/pay/[token]", 200), count("/pay/[token]", 500), count("/[...miss]", 200)]).toEqual([
    2, 1, 1,
  ]);
  expect(text).not.toContain("abc");
});

test("there are as many routes as the app has, and one for everything else", () => {
  const names = routeNamer([...pages.slice(0, 2), ...routes.map(({ path }) => apiRoot + path)]);
  expect(names("/api/v1/customers/7?page=2")).toBe("/api/v1/customers/{id}");
  expect(names("/api/v1/openapi.json")).toBe("/api/v1/openapi.json");
  expect(names("/ops/a/b")).toBe("/ops/[...miss]");
  expect([names("/pay/"), names("/pay/a/b"), names("*"), names("")]).toEqual(Array(4).fill("other"));
});

describe("what the database knows", () => {
  test("is absent until it happened, and an age from then on", async () => {
    const fresh = createMetrics(world, pages).registry;
    const before = await fresh.metrics();
    for (const name of ["sente_books_broken", "sente_backup_age_seconds", "sente_clock_tick_age_seconds"])
      expect(numberOf(before, name)).toBeUndefined();
    await reportInvariants(world);
    await noteTime(world.pool, "clock", world.clock.now());
    backedUpAt = new Date(world.clock.now().getTime() - 3_600_000);
    world.clock.advance(90_000);
    const after = await createMetrics(world, pages).registry.metrics();
    expect(numberOf(after, "sente_disk_free_bytes")).toBe(5_000_000);
    expect(numberOf(after, "sente_books_broken")).toBe(0);
    expect(numberOf(after, "sente_books_age_seconds")).toBe(90);
    expect(numberOf(after, "sente_clock_tick_age_seconds")).toBe(90);
    expect(numberOf(after, "sente_backup_age_seconds")).toBe(3_690);
    expect(numberOf(after, "sente_database_up")).toBe(1);
  });

  test("is absent while it does not answer, and the rest is there", async () => {
    const pool = newPool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    const text = await createMetrics({ ...world, pool }, pages).registry.metrics();
    await pool.end();
    expect(numberOf(text, "sente_database_up")).toBeUndefined();
    expect(numberOf(text, "sente_disk_free_bytes")).toBeGreaterThan(0);
  });
});

test("a payment is counted by its rail, network and outcome", async () => {
  const store = await sellingStore(world);
  await paidPayment(world, store);
  const text = await metrics.registry.metrics();
  const paid = text.split("\n").filter((line) => /^sente_payments_total\{.*outcome="paid"/.test(line));
  expect(paid).toEqual([expect.stringMatching(/\{rail="sandbox",network="\w+",outcome="paid"\} 1$/)]);
});

test("several processes answer as one: counters are added, what all know alike is taken once", async () => {
  const worker = () => {
    const part = createMetrics(world, pages);
    const asked = new EventEmitter() as unknown as Asked & EventEmitter;
    asked.send = () =>
      void part.registry.getMetricsAsJSON().then((said) =>
        // As the channel between processes does it.
        asked.emit("message", JSON.parse(JSON.stringify({ metrics: said }))),
      );
    return asked;
  };
  const alone = await createMetrics(world, pages).registry.metrics();
  const together = await gather([worker(), worker()]);
  const total = (text: string) =>
    Number(/^sente_payments_total\{.*outcome="paid"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  expect(total(together)).toBe(2 * total(alone));
  expect(numberOf(together, "sente_database_up")).toBe(1);
  expect(numberOf(together, 'sente_queue_due{queue="deliveries"}')).toBe(
    numberOf(alone, 'sente_queue_due{queue="deliveries"}'),
  );
});

test("no process that answers is an error, so that Prometheus sees it", async () => {
  await expect(gather([])).rejects.toThrow("No process");
});

test("only GET /metrics is answered there", async () => {
  const statuses = [
    await fetch(`${urlOf(port)}/`),
    await fetch(`${urlOf(port)}/metrics`, { method: "POST" }),
    await fetch(`${urlOf(port)}/metrics`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 200]);
});

describe("the examples for Prometheus and Grafana", () => {
  const rules = readFileSync("docs/examples/prometheus/sente.rules.yml", "utf8");
  const dashboard = readFileSync("docs/examples/grafana/sente.json", "utf8");
  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  if (!hasPromtool)
    console.info("promtool (Debian's prometheus) is not here: names are checked, alerts are not fired.");
  const promtool = (args: string[], input = "") => {
    const { status, stdout, stderr } = spawnSync("promtool", args, {
      ...{ input, encoding: "utf8", cwd: "docs/examples/prometheus" },
    });
    return { status, said: stdout + stderr };
  };

  test("name only metrics that exist", async () => {
    const known = new Set<string>();
    for (const { name, type } of await metrics.registry.getMetricsAsJSON()) {
      known.add(name);
      // Safe: prom-client names the type as a text.
      if (String(type) === "histogram")
        for (const end of ["_bucket", "_count", "_sum"]) known.add(name + end);
    }
    const named = (text: string) => new Set(text.match(/\b(?:sente|nodejs|process)_[a-z0-9_]+/g));
    const inRules = [...named(rules)];
    const inDashboard = [...named(dashboard)];
    expect(inRules.length).toBeGreaterThan(9);
    expect(inDashboard.length).toBeGreaterThan(12);
    for (const name of [...inRules, ...inDashboard]) expect(known).toContain(name);
    expect(() => JSON.parse(dashboard)).not.toThrow();
  });

  test("every metric of ours is in the dashboard or in a rule", async () => {
    const all = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
    for (const name of all.filter((one) => one.startsWith("sente_")))
      expect(rules + dashboard).toContain(name);
  });

  test.skipIf(!hasPromtool)("promtool finds nothing to say of the metrics", async () => {
    expect(promtool(["check", "metrics"], await metrics.registry.metrics())).toEqual({ status: 0, said: "" });
  });

  test("what is counted ends in _total, and nothing else does", async () => {
    const all = await metrics.registry.getMetricsAsJSON();
    // Safe: prom-client names the type as a text.
    const wrong = all.filter(({ name, type }) => name.endsWith("_total") !== (String(type) === "counter"));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test.skipIf(!hasPromtool)("promtool sees each alert come when it must, and not before", () => {
    expect(promtool(["check", "config", "prometheus.yml"])).toMatchObject({ status: 0 });
    const { status, said } = promtool(["test", "rules", "sente.rules.test.yml"]);
    expect([status, said.includes("SUCCESS")], said).toEqual([0, true]);
  });

  test("each alert is fired once on purpose, and stays away where nothing is wrong", () => {
    const tests = readFileSync("docs/examples/prometheus/sente.rules.test.yml", "utf8");
    const namesIn = (text: string, pattern: RegExp) =>
      [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
    const alerts = namesIn(rules, /- alert: (\w+)/g);
    expect(alerts.length).toBeGreaterThan(12);
    expect(namesIn(tests, /alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels/g)).toEqual(alerts);
    const [quiet = ""] = tests.split("- name: ").slice(1);
    expect(namesIn(quiet, /alertname: (\w+) \}/g)).toEqual(alerts);
  });
});
