import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { withClient } from "@/lib/db/connect";
import { parseOperatorEnv } from "@/lib/env";
import { traceIdOf } from "@/lib/providers/traces";
import { newShop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { paidSubscription } from "@/lib/testing/subscription";
import { testClock, testWorld } from "@/lib/testing/world";
import { requiredPlace } from "@/scripts/backup/backups";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { applyMigrations } from "@/scripts/migrate/apply";
import { freePort } from "@/scripts/ports";

// Every block of commands or settings of our pages is run from the page itself, or says who runs it, or why nobody does.

const folder = mkdtempSync(path.join(tmpdir(), "sente-pages-"));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(() => Promise.all(closing.map((close) => close())));

/** By words that one block alone has. A text that begins with a file is who runs it; any other is why it is not run. */
const blocks: Record<string, string | ((block: string) => Promise<void> | void)> = {
  "$(demo test_key)": access,
  "BACKUP_DIR=/mnt": (block) => void requiredPlace(parseOperatorEnv(settingsIn(block))),
  BACKUP_S3_BUCKET: (block) =>
    void requiredPlace(parseOperatorEnv({ ...settingsIn(block), BACKUP_PASSPHRASE: "sixteen characters" })),
  "db.internal": (block) => {
    const given = settingsIn(block);
    expect(Object.keys(parseOperatorEnv(given))).toEqual(expect.arrayContaining(Object.keys(given)));
  },
  "CREATE ROLE": owner,
  lb_policy: caddy,
  'digest("hex")': (block) => expect(sh(block.replace("req_…", "req_1")).trim()).toBe(traceIdOf("req_1")),
  "listen(9999)": receiver,
  "npm run doctor": commandsExist,
  "npm run dev": commandsExist,
  "npm run bench -- --short": commandsExist,
  "scripts/openapi.ts": "scripts/how-to.test.ts does what its pages say",
  "npx vitest run": (block) => {
    const [, , , ...places] = block.trim().split(" ");
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  },
  "apt-get install --no-install-recommends wordpress": "e2e/wordpress-site.ts says which of them are missing",
  "sente_1.0.0-rc.1_amd64.deb": "scripts/package/package.test.ts installs it",
  "systemctl reload caddy": named,
  "smtps://name": (block) => {
    const [, lines = ""] = /printf '(.*)' >>/.exec(block) ?? [];
    expect(parseOperatorEnv(settingsIn(lines.replaceAll("\\n", "\n")))).toMatchObject({
      SMTP_URL: expect.stringContaining("smtps://"),
    });
  },
  "sente drill": "scripts/package/package.test.ts",
  "sente doctor": "scripts/package/package.test.ts",
  "sente upgrade ./": "scripts/package/package.test.ts",
  "ssh-keygen -Y verify": "scripts/release/sums.test.ts",
  "sha256sum --check SHA256SUMS": "scripts/release/release.test.ts",
  "operator create": "scripts/release/release.test.ts",
  "bootstrap.mjs upgrade": "scripts/release/release.test.ts",
  "npm run audit -- export": "scripts/release/release.test.ts",
  "npm run restore -- --into /srv": "scripts/release/release.test.ts",
  "apt-get install prometheus": "scripts/serve/metrics.test.ts has promtool check the same files",
  "pg_basebackup --pgdata": "scripts/lab/drills/once-a-year.ts does what the section says",
  recovery_target_time: "scripts/lab/drills/once-a-year.ts does what the section says",
  "npm run move -- postgres://owner": "scripts/lab/drills/moves.ts moves to another PostgreSQL and back",
  "npm run move -- upgrade": "scripts/lab/drills/moves.ts takes over what an older PostgreSQL left",
  "npx sente listen": "sdk/cli.test.ts",
  "claude mcp add": "sdk/mcp/mcp.test.ts opens the same two doors with the protocol's own client",
  "npx sente trigger": "sdk/cli.test.ts",
  "npm install https://": "sdk/package.test.ts installs the same file",
  "npm start   #": "npm start is what all stories of e2e run on, and npm test is what runs this",
  "nodejs.org/dist": "it needs nodejs.org, which a test must not",
  "app, inngest →": "it is a picture",
  "desk → hooks": "it is a picture",
  "payers, sellers ──>": "it is a picture",
  "Juma Gym  ": "it is a screen; lib/services/money/ussd has its tests",
  "POST sessionId": "it is a protocol; lib/services/money/ussd has its tests",
};

/** The line that names the site changes the file that the package writes, and nothing else of it. */
function named(block: string): void {
  const [, written = ""] =
    /<<END\n([\s\S]*?)\nEND/.exec(readFileSync("scripts/package/postinst", "utf8")) ?? [];
  const file = path.join(folder, "sente.env");
  writeFileSync(file, written);
  const [line = ""] = block.split("\n");
  sh(line.replace("/etc/sente/sente.env", file));
  const before = written.replace(/^SITE_URL=.*$/m, "SITE_URL=https://pay.example.com");
  expect(readFileSync(file, "utf8")).toBe(before);
}

const found = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((page) => /^(README|SECURITY|docs\/|sdk\/)/.test(page))
  .flatMap((page) => {
    const all = readFileSync(page, "utf8").matchAll(/^( *)```(\S*).*\n([\s\S]*?)^ *```$/gm);
    return [...all].flatMap(([, indent = "", language = "", text = ""]) =>
      ["", "sh", "bash", "sql"].includes(language)
        ? [{ page, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") }]
        : [],
    );
  });
const keyOf = (text: string) => Object.keys(blocks).filter((words) => text.includes(words));

test("each block is named once, and each name is of a block", () => {
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter(({ text }) => keyOf(text).length !== 1)).toEqual([]);
  const used = new Set(found.flatMap(({ text }) => keyOf(text)));
  expect(Object.keys(blocks).filter((words) => !used.has(words))).toEqual([]);
});

test("who is said to run a block is there", () => {
  const files = Object.values(blocks).flatMap((how) => (typeof how === "string" ? how.split(" ", 1) : []));
  const named = files.filter((file) => file.includes("/"));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

const runnable = found.flatMap(({ page, text }) =>
  keyOf(text).flatMap((words) => {
    const how = blocks[words];
    return typeof how === "function" ? [{ page, words, run: () => how(text) }] : [];
  }),
);
test.each(runnable)("$page: $words", ({ run }) => run());

function sh(text: string, env: Record<string, string> = {}): string {
  return execFileSync("sh", ["-ec", text], { encoding: "utf8", env: { ...process.env, ...env } });
}

/** Settings as a file of them has them; what the page leaves out is a key. */
function settingsIn(block: string): Record<string, string> {
  const key = Buffer.alloc(32, 7).toString("base64");
  const lines = block
    .trim()
    .split("\n")
    .map((line) => line.replace(/=(.*)…/, (_, start) => `=${start}${start ? "x" : key}`));
  return Object.fromEntries(
    lines.map((line) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
}

/** Each line begins with a command that package.json or the folder has. */
function commandsExist(block: string): void {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const lines = block.trim().split("\n");
  const unknown = lines.filter((line) => {
    const [, name, file] = /^(?:npm run ([\w:]+)|node (\S+))/.exec(line) ?? [];
    return name ? !scripts[name] : !file || !existsSync(file);
  });
  expect(unknown).toEqual([]);
}

/** As in the five minutes of the README, beside an instance whose demo store has a subscriber. */
async function access(block: string): Promise<void> {
  const world = testWorld({ clock: testClock(new Date()) });
  const shop = await newShop(world);
  await paidSubscription(world, shop, { livemode: false, ref: "user_1" });
  const route = createRouter(routes, apiRoot);
  const api = await openServer((request) => route(request, world));
  closing.push(api.close);
  const demo = { test_key: shop.testKey, base_url: api.url + apiRoot };
  writeFileSync(path.join(folder, "demo.json"), JSON.stringify(demo));
  const child = spawn("sh", ["-ec", block], { env: { ...process.env, DATA_DIR: folder } });
  expect(JSON.parse(await saidBy(child))).toMatchObject({ has_access: true, status: "active" });
}

/** Whom the page makes may bring the database up to date. */
async function owner(block: string): Promise<void> {
  const sql = block.replaceAll("sente", "pages_owner").replace("…", "secret");
  const url = new URL(testDatabaseUrl());
  await withClient(url.href, async (client) => {
    // One by one: a database cannot be created within a transaction.
    for (const statement of sql.split(";").filter((one) => one.trim())) await client.query(statement);
  });
  Object.assign(url, { username: "pages_owner", password: "secret", pathname: "/pages_owner" });
  expect((await applyMigrations(url.href)).length).toBeGreaterThan(30);
}

function caddy(block: string): void {
  if (spawnSync("caddy", ["version"]).error) {
    console.info("Caddy is not here: its block is not read.");
    return;
  }
  const file = path.join(folder, "Caddyfile");
  writeFileSync(file, block);
  const { status, stderr } = spawnSync("caddy", ["adapt", "--adapter", "caddyfile", "--config", file], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
}

/** The first line is the receiver that the page promises; the second, the service, is started by scripts/release. */
async function receiver(block: string): Promise<void> {
  const port = await freePort();
  const [line = ""] = block.split(" &\n");
  const child = spawn("sh", ["-c", `exec ${line.replace("9999", String(port))}`]);
  closing.push(() => child.kill());
  const send = () =>
    fetch(`http://127.0.0.1:${port}/alert`, { method: "POST", body: "it stands" }).catch(() => null);
  await expect.poll(send, { timeout: 10_000 }).not.toBeNull();
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("POST /alert it stands\n");
}

async function saidBy(child: ChildProcess): Promise<string> {
  let said = "";
  child.stdout?.on("data", (chunk) => {
    said += String(chunk);
  });
  await once(child, "close");
  return said;
}
