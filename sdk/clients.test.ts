import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { type Driven, driveJavaScript, type Step } from "@/lib/testing/sdk-drive";
import { paidSubscription } from "@/lib/testing/subscription";
import { testClock, testWorld } from "@/lib/testing/world";

// Three clients, one list of what they all do, against a real instance behind a real port.
const sdk = import.meta.dirname;
const { cases } = JSON.parse(readFileSync(path.join(sdk, "cases.json"), "utf8")) as {
  cases: { name: string; steps: CaseStep[] }[];
};

type Obstacle = number | "no JSON" | "redirect" | { status: number; retry_after: number };
type CaseStep = {
  do?: string;
  with?: Record<string, unknown>;
  gives?: unknown;
  fails?: unknown;
  counts?: number;
  meets?: Obstacle[];
  asked?: number;
  keys?: number;
  later?: number;
  pays?: string;
};

const clients = [
  { name: "JavaScript", start: null },
  { name: "PHP", start: ["php", "php/drive.php"], asks: ["-r", "exit(extension_loaded('curl') ? 0 : 1);"] },
  {
    name: "PHP with a cache that outlives the request",
    start: ["php", "php/drive.php"],
    asks: ["-r", "exit(extension_loaded('curl') ? 0 : 1);"],
    settings: { SENTE_CACHE: "1" },
  },
  {
    name: "Python",
    start: ["python3", "python/drive.py"],
    asks: ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"],
  },
];

const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
let shop: Shop;
let server: Awaited<ReturnType<typeof openServer>>;
let environment: { SENTE_KEY: string; SENTE_BASE_URL: string };
let obstacles: Obstacle[] = [];
let asked: Request[] = [];
let sub: string;

beforeAll(async () => {
  shop = await newShop(world);
  sub = await paid("user_1");
  server = await openServer((request) => {
    asked.push(request);
    const obstacle = obstacles.shift();
    return obstacle === undefined ? route(request, world) : met(obstacle);
  });
  environment = { SENTE_KEY: shop.liveKey, SENTE_BASE_URL: server.url + apiRoot };
});
afterAll(() => server.close());
beforeEach(async () => {
  obstacles = [];
  asked = [];
  await world.pool.query("DELETE FROM rate_limits");
});

async function paid(ref: string): Promise<string> {
  return (await paidSubscription(world, shop, { livemode: true, ref })).id;
}

function met(obstacle: Obstacle): Response {
  if (obstacle === "no JSON") return new Response("<h1>Bad gateway</h1>", { status: 502 });
  if (obstacle === "redirect")
    return new Response(null, { status: 302, headers: { Location: `${server.url}${apiRoot}/store` } });
  const { status, retry_after } =
    typeof obstacle === "number" ? { status: obstacle, retry_after: null } : obstacle;
  const headers = retry_after === null ? undefined : { "Retry-After": String(retry_after) };
  return Response.json({ message: "Not now." }, { status, ...(headers && { headers }) });
}

/** The names in a case stand for what this run made. */
function filled<Value>(value: Value, facts: Record<string, string | number>): Value {
  if (typeof value === "string") {
    const whole = facts[value];
    if (whole !== undefined) return whole as Value;
    return value.replace("$sub/", `${facts.$sub}/`) as Value;
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, facts)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, filled(one, facts)]);
  return Object.fromEntries(entries) as Value;
}

/** A program of another language: a line in, a line out. */
function driveProgram(
  [program = "", file = ""]: readonly string[],
  settings: Record<string, string> = {},
): Driven & { process: ChildProcess } {
  const child = spawn(program, [path.join(sdk, file)], {
    env: { ...process.env, ...environment, ...settings, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    do: async (step) => {
      child.stdin.write(`${JSON.stringify(step)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended at ${JSON.stringify(step)}.`);
      return JSON.parse(value);
    },
    end: () => child.kill(),
  };
}

for (const { name, start, asks, settings } of clients) {
  const isHere = start === null || spawnSync(start[0] ?? "", asks, { stdio: "ignore" }).status === 0;
  if (!isHere) console.info(`The client for ${name} is not tried: ${start[0]} is not installed here.`);
  describe.skipIf(!isHere)(`the client for ${name}`, () => {
    let driven: Driven;
    beforeEach(() => {
      driven = start === null ? driveJavaScript(environment) : driveProgram(start, settings);
    });
    afterEach(() => driven.end());

    test.each(cases)("$name", async ({ steps }) => {
      const id = randomUUID();
      const facts = {
        ...{ $plan: shop.products[0].id, $other: shop.products[1].id, $sub: sub },
        $slash: `${environment.SENTE_BASE_URL}//`,
        ...{ $payer: `payer ${id}`, $mail: `${id}@example.com`, $key: id },
      };
      for (const step of filled(steps, facts)) await walk(driven, step);
    });
  });
}

async function walk(driven: Driven, step: CaseStep): Promise<void> {
  if (step.meets) obstacles = [...step.meets];
  if (step.pays) await paid(step.pays);
  if (step.later) await driven.do({ do: "later", with: { seconds: step.later } });
  if (step.keys !== undefined)
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(step.keys);
  if (step.asked !== undefined) {
    expect(asked).toHaveLength(step.asked);
    asked = [];
  }
  if (step.do === undefined) return;
  // Safe: it has what a client is asked to do.
  const { gives, fails } = await driven.do({ do: step.do, with: step.with ?? {} } as Step);
  if (step.fails !== undefined) expect(fails).toMatchObject(step.fails as object);
  else expect(fails).toBeUndefined();
  if (step.gives !== undefined) expect(gives).toMatchObject(step.gives as object);
  if (step.counts !== undefined) expect(gives).toHaveLength(step.counts);
}
