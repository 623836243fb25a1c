import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { paidSubscription } from "@/lib/testing/subscription";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { testClock, testWorld } from "@/lib/testing/world";
import { compiler, packSdk } from "@/scripts/sdk/package";

// The package as its user gets it: built, packed, installed in an empty project, and run there by Node itself.
const run = promisify(execFile);
const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
const project = mkdtempSync(path.join(tmpdir(), "sente-project-"));
let shop: Shop;
let api: Awaited<ReturnType<typeof openServer>>;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  shop = await newShop(world);
  await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  api = await openServer((request) => route(request, world));
  environment = { ...process.env, SENTE_KEY: shop.liveKey, SENTE_BASE_URL: api.url + apiRoot };
  const tarball = packSdk(project);
  write("package.json", JSON.stringify({ name: "shop", private: true }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], {
    cwd: project,
  });
}, 60_000);
afterAll(async () => {
  await api.close();
  rmSync(project, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  writeFileSync(path.join(project, file), text);
}

async function node(file: string, text: string, env = environment): Promise<string> {
  write(file, text);
  return (await run(process.execPath, [file], { cwd: project, env })).stdout;
}

const asked = `
const sente = createSente({ apiKey: process.env.SENTE_KEY, baseUrl: process.env.SENTE_BASE_URL });
const { has_access } = await sente.access.check({ ref: "user_1" });
const names = [];
for await (const { name } of sente.products.all()) names.push(name);
const refused = await sente.orders.retrieve(999999).catch((error) => error);
console.log(JSON.stringify([has_access, names.length, refused instanceof SenteError, refused.status]));`;

test("it brings no other package, and no TypeScript that Node would refuse", () => {
  expect(readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "@sente",
  ]);
  const files = readdirSync(path.join(project, "node_modules/@sente/client"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(files.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))).toEqual([]);
});

test("npm pack and npm publish in its own folder make the same package, and leave nothing there", async () => {
  const clone = mkdtempSync(path.join(tmpdir(), "sente-clone-"));
  try {
    const folder = path.join(clone, "sdk");
    cpSync("sdk", folder, { recursive: true });
    symlinkSync(path.resolve("node_modules"), path.join(clone, "node_modules"));
    const there = readdirSync(folder);
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--foreground-scripts=false"], {
      cwd: folder,
    });
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
    const installed = readdirSync(path.join(project, "node_modules/@sente/client"), {
      recursive: true,
      withFileTypes: true,
    });
    expect(packed?.files.map((file) => path.basename(file.path)).sort()).toEqual(
      installed.flatMap((file) => (file.isFile() ? [file.name] : [])).sort(),
    );
    expect(readdirSync(folder)).toEqual(there);
  } finally {
    rmSync(clone, { recursive: true });
  }
}, 60_000);

test("a module imports it", async () => {
  const said = await node("esm.mjs", `import { createSente, SenteError } from "@sente/client";${asked}`);
  expect(JSON.parse(said)).toEqual([true, 2, true, 404]);
});

test("each door of the package is there for both, with its types", async () => {
  const { exports } = JSON.parse(
    readFileSync(path.join(project, "node_modules/@sente/client/package.json"), "utf8"),
  ) as { exports: Record<string, Record<string, { types: string; default: string }> | string> };
  for (const where of Object.values(exports)) {
    const conditions = typeof where === "string" ? [] : Object.values(where);
    for (const file of conditions.flatMap((one) => [one.types, one.default]))
      expect(existsSync(path.join(project, "node_modules/@sente/client", file)), file).toBe(true);
  }
  const names = Object.keys(exports)
    .filter((name) => !name.endsWith(".json"))
    .map((name) => `@sente/client${name.slice(1)}`);
  expect(names).toHaveLength(5);
  const list = JSON.stringify(names);
  const imported = await node(
    "doors.mjs",
    `for (const name of ${list}) console.log(name, Object.keys(await import(name)).sort().join());`,
  );
  const required = await node(
    "doors.cjs",
    `for (const name of ${list}) console.log(name, Object.keys(require(name)).filter((one) => !one.startsWith("__")).sort().join());`,
  );
  expect(required).toBe(imported);
  expect(imported).toContain("@sente/client/next takeWebhooks,withAccess");
});

test("CommonJS requires it", async () => {
  const head = `const { createSente, SenteError } = require("@sente/client");`;
  const said = await node("cjs.cjs", `${head}(async () => {${asked}})();`);
  expect(JSON.parse(said)).toEqual([true, 2, true, 404]);
});

/** How projects are set up: a `.cts` is a CommonJS module. Each by TypeScript 7, two by an older one. */
const modules = { nodenext: "nodenext", node16: "node16", bundler: "esnext" };
const old = createRequire(import.meta.url).resolve("typescript/bin/tsc");

test.each([
  { by: "7", moduleResolution: "nodenext", file: "index.mts", program: compiler },
  { by: "7", moduleResolution: "nodenext", file: "index.cts", program: compiler },
  { by: "7", moduleResolution: "node16", file: "index.mts", program: compiler },
  { by: "7", moduleResolution: "node16", file: "index.cts", program: compiler },
  { by: "7", moduleResolution: "bundler", file: "index.ts", program: compiler },
  { by: "5", moduleResolution: "node16", file: "index.cts", program: old },
  { by: "5", moduleResolution: "bundler", file: "index.ts", program: old },
] as const)(
  "strict TypeScript $by ($moduleResolution, $file) knows its types, and finds what is wrong with their use",
  async ({ moduleResolution, file, program }) => {
    const how = { moduleResolution, module: modules[moduleResolution] };
    const types = path.dirname(createRequire(import.meta.url).resolve("@types/node/package.json"));
    const here = path.join(project, "node_modules/@types");
    mkdirSync(here, { recursive: true });
    if (!existsSync(path.join(here, "node"))) symlinkSync(types, path.join(here, "node"));
    const options = {
      ...how,
      target: "es2022",
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ["node"],
    };
    const check = async (text: string) => {
      write(file, text);
      write("tsconfig.json", JSON.stringify({ compilerOptions: options, files: [file] }));
      return run(process.execPath, [program, "-p", "."], { cwd: project }).catch(({ stdout }) => stdout);
    };
    const right = `
import { type Api, createSente, SenteError } from "@sente/client";
import { requireAccess, takeWebhooks } from "@sente/client/express";
import { takeWebhooks as takeInNext, withAccess } from "@sente/client/next";
import { verifyWebhook } from "@sente/client/webhooks";
import { createServer } from "node:http";
const sente = createSente({ apiKey: process.env.SENTE_KEY, baseUrl: process.env.SENTE_BASE_URL });
export const orders: Promise<Api.Order[]> = sente.orders.list({ payment_status: "paid" }).then(({ data }) => data);
const hooks = takeWebhooks("whsec_x", (event) => {
  if (event.type === "order.paid") console.log(event.data.number.length);
});
const gate = requireAccess(sente, () => ({ ref: "user_1" }));
createServer((request, response) => void gate(request, response, () => void hooks(request, response, console.error)));
export const GET = withAccess(sente, async (request) => ({ ref: request.headers.get("user") ?? "" }), () => new Response());
export const POST = takeInNext(["whsec_new", "whsec_old"], async ({ id }) => id);
export const code = (error: unknown): string | null => (error instanceof SenteError ? error.code : null);
export const type: string = verifyWebhook("{}", {}, "whsec_x").type;
`;
    expect(await check(right)).toMatchObject({ stdout: "" });
    if (program === old) return;
    expect(await check(right.replace("data.number.length", "data.nothing"))).toMatch(
      /'nothing' does not exist/,
    );
  },
);

test("the sente command runs from it", async () => {
  const sente = path.join(project, "node_modules/.bin/sente");
  const env = { ...environment, SENTE_KEY: shop.testKey };
  const { stdout } = await run(sente, ["trigger", "subscription.activated", "--ref", "packed"], { env });
  expect(stdout).toMatch(/^sub_\w+ of .* for ref packed: active$/m);
});

test("a server built with it takes a real delivery, and turns away what was changed on the way", async () => {
  write(
    "server.mjs",
    `
import { createServer } from "node:http";
import { createSente } from "@sente/client";
import { requireAccess, takeWebhooks } from "@sente/client/express";
import { takeWebhooks as takeInNext, withAccess } from "@sente/client/next";
const sente = createSente({ apiKey: process.env.SENTE_KEY, baseUrl: process.env.SENTE_BASE_URL });
const secrets = ["whsec_b2xk", process.env.WEBHOOK_SECRET];
const say = ({ id, type }) => console.log("took " + type + " " + id);
const hooks = takeWebhooks(secrets, say);
const parsed = takeWebhooks(secrets, say);
const gate = requireAccess(sente, ({ headers }) => (headers.user ? { ref: headers.user } : null));
const next = takeInNext(secrets, say);
const lessons = withAccess(sente, ({ headers }) => ({ ref: headers.get("user") }), () => new Response("lessons"));
const server = createServer(async (request, response) => {
  const failed = (error) => response.writeHead(error ? 500 : 200).end(error ? error.message : "in");
  if (request.url === "/hooks") return hooks(request, response, failed);
  if (request.url === "/lessons") return gate(request, response, failed);
  if (request.url === "/parsed") return parsed(Object.assign(request, { body: {} }), response, failed);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers } = request;
  const asked = new Request("http://localhost" + request.url, { method, headers, ...(chunks.length ? { body: Buffer.concat(chunks) } : {}) });
  const answer = await (request.url === "/next" ? next(asked) : lessons(asked));
  response.writeHead(answer.status).end(await answer.text());
});
server.listen(0, "127.0.0.1", () => console.log("port " + server.address().port));
`,
  );
  const endpoint = await endpointAt(world, shop.live, "http://127.0.0.1:4000/hooks");
  const env = { ...environment, WEBHOOK_SECRET: endpoint.secret };
  const server = spawn(process.execPath, ["server.mjs"], { cwd: project, env });
  try {
    let said = "";
    server.stdout.on("data", (text) => (said += String(text)));
    await expect.poll(() => said, { timeout: 10_000 }).toContain("port");
    const base = `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`;
    for (const at of ["/hooks", "/next"]) {
      await world.db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { url: base + at } });
      const { id } = await emitEvent(world, shop.live);
      await deliverDueWebhooks(world);
      await expect.poll(() => said, { timeout: 10_000 }).toContain(id);
      const forged = await fetch(base + at, { method: "POST", body: "{}", headers: { "webhook-id": id } });
      expect(forged.status).toBe(400);
    }
    const why = await (await fetch(`${base}/parsed`, { method: "POST", body: "{}" })).text();
    expect(why).toContain("before express.json()");
    for (const at of ["/lessons", "/next-lessons"]) {
      const statusOf = async (user?: string) =>
        (await fetch(base + at, { headers: user ? { user } : {} })).status;
      expect([await statusOf("user_1"), await statusOf("nobody"), await statusOf()]).toEqual([200, 402, 401]);
    }
  } finally {
    server.kill();
  }
});
