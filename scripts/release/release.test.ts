import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareRoot, type Ground, killTree, noBareRoot, ownFolder, treeOf } from "@/lib/testing/release-ground";
import { fixtureKey, previousVersion, restoreFixture } from "../lab/fixtures/fixture";
import { freePort } from "../ports";
import { startPostgres } from "../postgres";
import { writePrivately } from "../start/data-directory";
import { commands } from "./stage";

// What operators get is tried, and not the checkout: the tarball of `npm run release`, by the words of
// docs/self-hosting.md, in a bare Debian where one can be made.
const refused = refusalOf("release", git("rev-parse", "HEAD"));
if (refused && process.env.LONG) throw new Error(refused);
if (refused) console.info(`The release is not tried: ${refused}`);
const missing = noBareRoot();
const page = readFileSync("docs/self-hosting.md", "utf8");
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, lines = ""]) => lines);
const blockWith = (words: string) => blocks.find((block) => block.includes(words)) ?? "";

/** Every command, what it is called with, its exit code, and words of what it says beside a service that runs. */
const calls: Record<string, [words: string, code: number, says: RegExp]> = {
  // The name of the site is that of the page, which leads nowhere; nothing else is wrong.
  doctor: [
    "",
    1,
    /Rights in the database: As sente_app\.[\s\S]*^BAD +The name of SITE_URL.*\n\nFor whoever/m,
  ],
  operator: ["create second@example.com", 0, /second@example.com/],
  books: ["", 0, /everything agrees/],
  audit: ["export $DATA_DIR/log.jsonl", 0, /lines are as they were sealed/],
  reconcile: ["", 0, /agrees/],
  migrate: ["", 0, /nothing to apply/],
  backup: ["", 0, /read back and right/],
  drill: ["", 0, /the newest backup is whole/],
  restore: ["--into $BACKUP_DIR/../restored", 0, /starts paused/],
  rekey: ["", 1, /names no earlier key/],
  move: ["", 1, /stop it first/],
  // The page has root do it (below): the service may not write where its code is.
  upgrade: ["", 1, missing ? /link/ : /cannot be written/],
  start: ["", 1, /is in use by the Sente/],
};

test("has the commands that are tried here", () => {
  expect(
    Object.keys(calls)
      .map((name) => `scripts/${name}.ts`)
      .sort(),
  ).toEqual(commands().sort());
});

test("a tarball of another commit is refused with a sentence, and so is none", () => {
  expect(refusalOf("no-such-folder", "abc")).toMatch(/There is none.*npm run release/);
  if (existsSync("release")) expect(refusalOf("release", "abc")).toMatch(/and this is abc: npm run release/);
});

test("the unit lets the folder of the backups be written, and each page says how another one is", () => {
  const [, folder = "none"] = /^BACKUP_DIR=(\S+)$/m.exec(page) ?? [];
  const unit = readFileSync("docs/examples/sente.service", "utf8");
  expect(unit.split("\n")).toContain(`ReadWritePaths=-${folder}`);
  const help = ["en", "fr", "sw"].map((lang) => `docs/help/${lang}/operators/backup.md`);
  for (const file of ["docs/self-hosting.md", "docs/debian.md", ...help])
    expect(readFileSync(file, "utf8"), file).toContain("`ReadWritePaths=");
});

describe.skipIf(refused)(`the release, in ${missing ? "a folder of its own" : "a bare Debian"}`, () => {
  let ground: Ground;
  let variables: Record<string, string>;
  let service: Begun;

  beforeAll(async () => {
    if (missing) console.info(`The release is tried in a folder: a bare Debian needs ${missing}.`);
    ground = missing ? ownFolder("release") : await bareRoot("release");
    if (!missing) install();
    const [, settings = ""] = /printf '(.*)' > \/etc\/sente\.env/.exec(page) ?? [];
    variables = {
      ...Object.fromEntries(
        settings
          .split("\\n")
          .filter(Boolean)
          .map((line) => line.split("=")),
      ),
      ...{ DATA_DIR: ground.dataDir, PORT: missing ? String(await freePort()) : "3000" },
      BACKUP_DIR: path.join(ground.spare, "backups"),
      BACKUP_PASSPHRASE: "a passphrase for this test",
    };
    service = begin(variables);
    await ready(service, variables);
  }, 900_000);
  afterAll(async () => {
    if (service) await ended(service);
    ground?.remove();
  }, 120_000);

  test("is of this commit, and the page's own lines bring it up and make the first operator", () => {
    const { commit } = JSON.parse(ground.shell(`cat ${ground.code}/release.json`).output);
    expect(commit).toBe(git("rev-parse", "HEAD"));
    if (missing) return;
    const [asked = ""] = blockWith("sha256sum --check")
      .split("\n")
      .filter((line) => line.startsWith("curl"));
    expect(ground.shell(asked)).toMatchObject({ status: 0, output: expect.stringContaining('"ready":true') });
    expect(ground.shell(blockWith("operator create"))).toMatchObject({
      ...{ status: 0, output: expect.stringContaining("you@example.com") },
    });
  });

  test("takes no more memory at rest than the page says, and a tenth", async () => {
    const [, said = "0"] = /\| (\d+) MB \(start \d+, app \d+\)/.exec(page) ?? [];
    const measured = () => {
      const ours = /bootstrap\.mjs (start)|(scripts-serve)/;
      const ofNode = treeOf(service.child.pid ?? 0).filter(
        ({ command, pssMb }) => ours.test(command) && pssMb > 2,
      );
      const parts = ofNode.map(({ command, pssMb }) => `${ours.exec(command)?.[0]} ${Math.round(pssMb)}`);
      return { mb: ofNode.reduce((sum, { pssMb }) => sum + pssMb, 0), parts };
    };
    await expect
      .poll(() => measured().mb, { timeout: 60_000, interval: 2_000 })
      .toBeLessThan(Number(said) * 1.1);
    console.info(`At rest: ${Math.round(measured().mb)} MB (${measured().parts.join(", ")})`);
  });

  test.each(Object.entries(calls))(
    "%s does its work or refuses with a sentence",
    (name, [words, status, says]) => {
      const done = command(name, words);
      expect(done.output).toMatch(says);
      expect(done.output).not.toMatch(/ERR_MODULE_NOT_FOUND|^ {4}at /m);
      expect(done.status, done.output).toBe(status);
    },
  );

  test.skipIf(missing)("the page's own lines bring the next version up", () => {
    const lines = blockWith("bootstrap.mjs upgrade").split("\n");
    // The next version is this one by another name.
    const [place = ""] = readdirSync(path.join(ground.root, "opt/sente")).filter((name) =>
      /-linux-/.test(name),
    );
    ground.shell(`cp -al /opt/sente/${place} /opt/sente/sente-0.2.0-linux-x64`);
    const done = ground.shell(lines.filter((line) => !line.startsWith("tar ")).join("\n"));
    expect(done).toMatchObject({
      status: 0,
      output: expect.stringContaining("sente-0.2.0-linux-x64 serves"),
    });
  });

  test("what only developers need is refused with a sentence", () => {
    expect(command("bench")).toMatchObject({
      status: 1,
      output: expect.stringContaining("A release has no"),
    });
  });

  test("takes over the data of the version before, also where it was killed while it migrated", async () => {
    const own = { ...variables, DATA_DIR: path.join(ground.spare, "before"), PORT: String(await freePort()) };
    const before = await olderData(path.join(ground.root, own.DATA_DIR));
    const killed = begin(own);
    const counted = ground.beside(process.execPath, [
      ...asModule,
      untilMigrated,
      before.url,
      String(before.migrations),
    ]);
    killTree(killed.child.pid ?? 0);
    expect(counted.status, counted.output + killed.said()).toBe(0);
    const again = begin(own);
    await ready(again, own);
    try {
      // It was in the middle: some were applied before the end, and some are left.
      expect(again.said()).toMatch(/Migrations.*applied [1-9]/);
      expect(Number(counted.output)).toBeGreaterThan(before.migrations);
      expect(command("books", "", own)).toMatchObject({
        ...{ status: 0, output: expect.stringContaining("everything agrees") },
      });
      expect(ground.beside(process.execPath, [...asModule, countOrders, before.url]).output).toBe(
        before.orders,
      );
    } finally {
      await ended(again);
    }
  }, 300_000);

  /** The lines of the page; where systemd would start it, its unit is read (below). */
  function install(): void {
    const lines = blockWith("sha256sum --check").split("\n");
    const byHand = lines.filter((line) => !/^(systemctl|curl) /.test(line));
    expect(byHand.length).toBe(lines.length - 2);
    const done = ground.shell([`cd ${ground.inbox}`, ...byHand].join("\n"));
    if (done.status !== 0) throw new Error(done.output);
    // As `StateDirectory=sente` of the unit does.
    ground.shell("install -d -o sente -g sente /var/lib/sente");
  }

  interface Begun {
    child: ChildProcess;
    said(): string;
  }

  /** As the unit of the release has it. */
  function begin(own: Record<string, string>): Begun {
    const unit = ground.shell(`cat ${ground.code}/docs/examples/sente.service`).output;
    expect(unit).toMatch(/^User=sente$[\s\S]*^StateDirectory=sente$/m);
    const [, line = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const here = line
      .replace("/opt/sente/current", ground.code)
      .replace("/usr/bin/node", missing ? "node" : "/usr/bin/node");
    const child = ground.begin(ground.asService(here, own));
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += String(chunk);
      });
    return { child, said: () => said };
  }

  async function ready({ child, said }: Begun, { PORT }: Record<string, string>): Promise<void> {
    const asked = `fetch("http://127.0.0.1:${PORT}/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
    for (const end = performance.now() + 180_000; ; await sleep(200)) {
      if (ground.shell(`node -e '${asked}'`).status === 0) return;
      if (performance.now() > end || child.exitCode !== null) throw new Error(`It did not start: ${said()}`);
    }
  }

  /** Its own Node is told, as systemd does it: what stands between would not pass the signal on. */
  async function ended({ child }: Begun): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const start = treeOf(child.pid ?? 0).find(({ command }) =>
      /^\S*node .*bootstrap\.mjs start/.test(command),
    );
    process.kill(start?.pid ?? child.pid ?? 0, "SIGTERM");
    await gone;
  }

  /** With play money, so that there is a rail to reconcile. */
  function command(name: string, words = "", own = variables) {
    const settings = { ...own, ALLOW_SANDBOX_RAIL: "true" };
    const line = ground.asService(`node scripts/bootstrap.mjs ${name} ${words}`, settings);
    return ground.shell(`cd ${ground.code}; DATA_DIR=${own.DATA_DIR} BACKUP_DIR=${own.BACKUP_DIR}; ${line}`);
  }

  /** The database of the version before as an operator has it, stopped, in this folder. */
  async function olderData(dataDir: string) {
    mkdirSync(dataDir, { mode: 0o711 });
    const databasePassword = "of the version before";
    const server = await startPostgres({ dataDir, password: databasePassword });
    const { migrations } = await restoreFixture(server.url, previousVersion());
    const orders = execFileSync(process.execPath, [...asModule, countOrders, server.url], {
      encoding: "utf8",
    });
    await server.stop();
    writePrivately(path.join(dataDir, "ports.json"), { postgres: server.port });
    const inngest = { inngestEventKey: "e".repeat(48), inngestSigningKey: `signkey-prod-${"0".repeat(64)}` };
    writePrivately(path.join(dataDir, "secrets.json"), {
      secretKey: fixtureKey,
      databasePassword,
      ...inngest,
    });
    const { uid, gid } = ground.owner();
    execFileSync("chown", ["-R", `${uid}:${gid}`, dataDir]);
    // What stands for all of them is noted at once, and changes nothing.
    return { url: server.url, orders, migrations: Object.keys(migrations).length + 1 };
  }
});

const asModule = ["--import", "tsx", "--input-type=module", "-e"];

const asked = `import { withClient } from "./lib/db/connect.ts";
const connection = { connectionString: process.argv[1], connectionTimeoutMillis: 500 };
const ask = (sql) => withClient(connection, (client) => client.query(sql).then(({ rows }) => rows[0].n));`;

/** Ends with the number of migrations, as soon as one more is there than argv[2]. */
const untilMigrated = `${asked}
for (const end = Date.now() + 120000; Date.now() < end; ) {
  const n = await ask("SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NOT NULL").catch(() => 0);
  if (n <= Number(process.argv[2])) continue;
  console.log(n);
  process.exit(0);
}
process.exit(1);`;

const countOrders = `${asked} console.log(await ask("SELECT count(*)::int AS n FROM orders"));`;

/** Why what stands in the folder is not what this commit ships; null where it is. */
function refusalOf(folder: string, commit: string): string | null {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const tarball = names.find((name) => name.endsWith(".tar.gz"));
  if (!tarball) return "There is none: npm run release makes one.";
  const about = path.join(folder, tarball.replace(".tar.gz", ""), "release.json");
  const made = existsSync(about)
    ? JSON.parse(readFileSync(about, "utf8")).commit
    : "nobody knows which commit";
  return made === commit ? null : `It is of ${made}, and this is ${commit}: npm run release makes it anew.`;
}

function git(...words: string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
