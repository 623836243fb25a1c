import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import type { ChoosableEventType } from "@/lib/domain/event-types";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { testClock, testWorld } from "@/lib/testing/world";
import { freePort } from "@/scripts/ports";
import { packSdk } from "@/scripts/sdk/package";
import { signTestWebhook } from "../webhooks";

// Each example is started as its reader would start it, with the packed client, before the real API: somebody who has not paid,
// their subscription as it is really told, and deliveries that are not genuine.
const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "sente-examples-"));
let shop: Shop;
let api: Awaited<ReturnType<typeof openServer>>;

beforeAll(async () => {
  shop = await newShop(world);
  api = await openServer((request) => route(request, world));
  const client = path.join(folder, "node_modules/@sente/client");
  mkdirSync(client, { recursive: true });
  execFileSync("tar", ["-xzf", packSdk(folder), "--strip-components=1", "-C", client]);
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
  for (const name of ["express", "next", "react", "react-dom", "@types", "typescript"])
    symlinkSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name));
}, 60_000);
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Start {
  command: [string, ...string[]];
  cwd: string;
  env?: Record<string, string>;
}
interface Example {
  name: string;
  /** Of the example itself, 30 lines at most. */
  files: string[];
  /** Null where what it needs is not installed here. */
  start: (port: number) => Start | null;
}

const python = ["python3", "/usr/bin/python3"].find(
  (program) => spawnSync(program, ["-c", "import django"]).status === 0,
);
const laravel = "/usr/share/php/Illuminate/autoload.php";
const hasLaravel =
  spawnSync("php", ["-r", `require '${laravel}'; exit(extension_loaded('curl') ? 0 : 1);`]).status === 0;

const examples: Example[] = [
  {
    name: "Express",
    files: ["express.mjs"],
    start: () => {
      cpSync(path.join(here, "express.mjs"), path.join(folder, "express.mjs"));
      return { command: [process.execPath, "express.mjs"], cwd: folder };
    },
  },
  {
    name: "Next",
    files: ["next/sente.ts", "next/app/lessons/route.ts", "next/app/hooks/route.ts"],
    start: (port) => {
      cpSync(path.join(here, "next"), folder, { recursive: true });
      const next = path.join(root, "node_modules/next/dist/bin/next");
      // Its other bundler follows no link out of the folder.
      const command: Start["command"] = [
        process.execPath,
        next,
        "dev",
        "--webpack",
        "--hostname",
        "127.0.0.1",
        "--port",
        String(port),
      ];
      return { command, cwd: folder, env: { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" } };
    },
  },
  {
    name: "Laravel",
    files: ["laravel.php"],
    start: (port) => {
      if (!hasLaravel) return null;
      for (const file of [path.join(here, "laravel.php"), path.join(here, "../php/sente.php")])
        cpSync(file, path.join(folder, path.basename(file)));
      for (const needed of ["bootstrap/cache", "storage"])
        mkdirSync(path.join(folder, needed), { recursive: true });
      writeFileSync(path.join(folder, "stand.php"), laravelApplication);
      return { command: ["php", "-S", `127.0.0.1:${port}`, "stand.php"], cwd: folder };
    },
  },
  {
    name: "Django",
    files: ["django_views.py"],
    start: (port) => {
      if (!python) return null;
      const run = `from wsgiref.simple_server import make_server
from django.conf import settings
settings.configure(ROOT_URLCONF="django_views", ALLOWED_HOSTS=["*"], SECRET_KEY="x")
from django.core.wsgi import get_wsgi_application
make_server("127.0.0.1", ${port}, get_wsgi_application()).serve_forever()`;
      const env = { PYTHONPATH: path.join(root, "sdk/python"), PYTHONDONTWRITEBYTECODE: "1" };
      return { command: [python, "-c", run], cwd: here, env };
    },
  },
];

/** What a new application of Laravel has, as far as two routes need it. */
const laravelApplication = `<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require '${laravel}';
$app = new Illuminate\\Foundation\\Application(__DIR__);
$app->instance('config', new Illuminate\\Config\\Repository([
    'app' => ['debug' => false],
    'cache' => ['default' => 'file', 'stores' => ['file' => ['driver' => 'file', 'path' => __DIR__ . '/cache']]],
    'logging' => ['default' => 'out', 'channels' => ['out' => ['driver' => 'errorlog']]],
]));
$app->instance('env', 'local');
$app->register(Illuminate\\Filesystem\\FilesystemServiceProvider::class);
$app->register(Illuminate\\Cache\\CacheServiceProvider::class);
$app->singleton(Illuminate\\Contracts\\Debug\\ExceptionHandler::class, Illuminate\\Foundation\\Exceptions\\Handler::class);
final class Stand extends Illuminate\\Foundation\\Http\\Kernel
{
    protected $bootstrappers = [
        Illuminate\\Foundation\\Bootstrap\\RegisterFacades::class,
        Illuminate\\Foundation\\Bootstrap\\BootProviders::class,
    ];
}
$kernel = $app->make(Stand::class);
$kernel->bootstrap();
require __DIR__ . '/laravel.php';
$kernel->handle(Illuminate\\Http\\Request::capture())->send();
`;

test("each example has 30 lines at most, and all of them are tried", () => {
  for (const { name, files } of examples) {
    const lines = files.map((file) => readFileSync(path.join(here, file), "utf8").split("\n").length - 1);
    expect(
      lines.reduce((sum, one) => sum + one, 0),
      name,
    ).toBeLessThanOrEqual(30);
  }
  const all = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(mjs|ts|php|py)$/.test(file),
  );
  expect(all.filter((file) => !file.endsWith(".test.ts")).sort()).toEqual(
    examples.flatMap(({ files }) => files).sort(),
  );
});

describe.each(examples)("$name", ({ name, start }) => {
  test("lets in who has paid, at once, and turns away what is not genuine", async (context) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const how = start(port);
    if (!how) return context.skip(`${name} is not installed here.`);
    const { endpoint, secret } = await createEndpoint(world, shop.test, { url: `${base}/hooks`, types });
    const child = begin(how, { PORT: String(port), SENTE_KEY: shop.testKey, WEBHOOK_SECRET: secret });
    try {
      const statusOf = async (user?: string) => {
        const answer = await fetch(`${base}/lessons`, {
          headers: { ...json, ...(user ? { "x-user": user } : {}) },
        });
        return answer.status;
      };
      const post = async (sent: { body: string; headers: Record<string, string> }) =>
        (await fetch(`${base}/hooks`, { method: "POST", ...sent, headers: { ...json, ...sent.headers } }))
          .status;
      await expect.poll(() => statusOf().catch(() => null), { timeout: 120_000 }).not.toBeNull();
      const ref = `${name}_1`;
      expect([await statusOf(ref), await statusOf("nobody")]).toEqual([402, 402]);
      expect([401, 402]).toContain(await statusOf());

      const paid = { productId: shop.products[0].id, ref, email: null, paymentKey: null };
      await startTestSubscription(world, shop.test, paid);
      await deliverDueWebhooks(world);
      const deliveries = await world.db.webhookDelivery.findMany({
        where: { endpointId: endpoint.id },
        include: { event: true, attempts: { select: { statusCode: true, responseBody: true } } },
      });
      const answers = deliveries.flatMap(({ attempts }) => attempts);
      expect(answers).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }]);
      expect(await statusOf(ref)).toBe(200);

      const told = deliveries.find(({ event }) => event.type === "access.changed")?.event.payload ?? "";
      const event = JSON.parse(told);
      const genuine = signTestWebhook(event, secret);
      const now = Math.floor(Date.now() / 1000);
      expect(await post(genuine)).toBe(200);
      expect(await post({ ...genuine, body: genuine.body.replace(ref, "somebody") })).toBe(400);
      expect(await post(signTestWebhook(event, "whsec_c29tZWJvZHkgZWxzZQ=="))).toBe(400);
      expect(await post(signTestWebhook(event, secret, { nowSeconds: now - 600 }))).toBe(400);
      expect(await post({ body: genuine.body, headers: {} })).toBe(400);
    } finally {
      await end(child);
      await world.db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { deletedAt: new Date() } });
    }
  }, 180_000);
});

const types: ChoosableEventType[] = ["subscription.activated", "access.changed"];

/** Laravel answers programs in JSON. */
const json = { Accept: "application/json" };

/** What it says is shown where its test fails. */
function begin(
  { command: [program, ...args], cwd, env }: Start,
  settings: Record<string, string>,
): ChildProcess {
  const base = { ...process.env, SENTE_BASE_URL: api.url + apiRoot, ...settings, ...env };
  const child = spawn(program, args, { cwd, env: base, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      text += String(piece);
    });
  onTestFailed(() => console.info(text));
  return child;
}

/** With what it started itself. */
async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await ended;
}
