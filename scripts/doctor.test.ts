import { chmodSync, existsSync, mkdtempSync, rmSync, type statfsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { parseOperatorEnv } from "@/lib/env";
import { writeBackupState } from "@/lib/providers/machine";
import { noteTime } from "@/lib/services/core/last-times";
import { startReceiver } from "@/lib/testing/receiver";
import { testWorld } from "@/lib/testing/world";
import { type Database, lookAtDatabase } from "./doctor/database";
import {
  lookAtBackup,
  lookAtDisk,
  lookAtMemory,
  lookAtNode,
  lookAtPorts,
  lookAtRights,
  lookAtSettings,
} from "./doctor/machine";
import { lookAtMail, lookAtSite, lookAtWayOut } from "./doctor/outside";
import { type Finding, maskedText } from "./doctor/report";
import { testDatabaseUrl } from "./lab/testing/database";
import { applyMigrations } from "./migrate/apply";
import { freePort } from "./ports";
import { startPostgres } from "./postgres";
import { readSecrets, writePrivately } from "./start/data-directory";
import { embeddedDoors, giveRights } from "./start/doors";
import { checkSecretKey, secretsOf } from "./start/secret-key";
import { runTool } from "./steps";

const dataDir = mkdtempSync(path.join(tmpdir(), "sente-doctor-"));
const secretKey = Buffer.alloc(32, 7).toString("base64");
const world = testWorld();
const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true })];
afterAll(() => Promise.all(closing.map((close) => close())));

/** What is bad or worth a look, by id, in the order in which it was found. */
const ill = (findings: Finding | Finding[]) =>
  [findings]
    .flat()
    .flatMap(({ id, state }) => (state === "bad" || state === "watch" ? `${id} ${state}` : []));
const settingsOf = (variables: Record<string, string>) => parseOperatorEnv(variables);

async function listening(answer: (server: Server) => void = () => {}): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  answer(server);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return port;
}

describe("the doctor finds what was planted in the machine", () => {
  test("an old Node, and one that gets no more mends", () => {
    expect([lookAtNode("18.20.0"), lookAtNode("20.20.2"), lookAtNode("22.5.0")].map(ill)).toEqual([
      ...[["node bad"], ["node watch"], []],
    ]);
  });

  test("too little memory for the build that is due", () => {
    expect([lookAtMemory(1e9, false), lookAtMemory(1e9, true), lookAtMemory(8e9, false)].map(ill)).toEqual([
      ...[["memory watch"], [], []],
    ]);
  });

  test("a disk that is nearly full", () => {
    const left = (bavail: number) => (() => ({ bavail, bsize: 4096 })) as unknown as typeof statfsSync;
    expect([lookAtDisk(dataDir, left(1000)), lookAtDisk(dataDir, left(1e6))].map(ill)).toEqual([
      ...[["disk bad"], []],
    ]);
  });

  test("secrets that others may read", () => {
    const file = path.join(dataDir, "secrets.json");
    const env = path.join(dataDir, ".env");
    writeFileSync(file, "{}", { mode: 0o600 });
    writeFileSync(env, "PORT=3000\n", { mode: 0o644 });
    expect(ill(lookAtRights(dataDir, env))).toEqual([]);
    chmodSync(file, 0o644);
    writeFileSync(env, "SECRET_KEY=x\n");
    expect(ill(lookAtRights(dataDir, env))).toEqual(["file_rights bad", "file_rights bad"]);
    rmSync(file);
    rmSync(env);
  });

  test("a port of another program, and a host that is not this machine", async () => {
    const PORT = await listening();
    const free = await freePort();
    const at = (values: object) =>
      lookAtPorts({ PORT, HOST: "127.0.0.1", METRICS_ADDRESS: undefined, ...values }, false);
    expect(ill(await at({}))).toEqual(["port bad"]);
    expect(ill(await at({ PORT: free, METRICS_ADDRESS: `127.0.0.1:${PORT}` }))).toEqual(["port bad"]);
    expect(ill(await at({ PORT: free, HOST: "192.0.2.1" }))).toEqual(["port bad"]);
    expect(ill(await at({ PORT: free }))).toEqual([]);
  });

  test("a site that speaks http to others, and one that only opens here", () => {
    const at = (SITE_URL: string) =>
      ill(lookAtSettings(settingsOf({ SITE_URL, DATABASE_URL: "postgres://a@b/c" })));
    expect(at("http://pay.example.com")).toEqual(["settings watch"]);
    expect(at("http://localhost:3000")).toEqual(["settings watch"]);
    expect(at("https://pay.example.com")).toEqual([]);
  });
});

describe("the doctor finds what was planted outside", () => {
  test("a mail server that hangs up, and none", async () => {
    expect(ill(await lookAtMail(`smtp://127.0.0.1:${await listening()}`))).toEqual(["mail bad"]);
    expect(ill(await lookAtMail(undefined))).toEqual(["mail watch"]);
  });

  test("a mail server that says hello is well", async () => {
    const port = await listening((server) => {
      server.removeAllListeners("connection").on("connection", (socket) => {
        socket.on("error", () => {}).write("220 mail.test\r\n");
        socket.on("data", (said) => socket.write(/^QUIT/.test(String(said)) ? "221 bye\r\n" : "250 ok\r\n"));
      });
    });
    expect(ill(await lookAtMail(`smtp://127.0.0.1:${port}?ignoreTLS=true`))).toEqual([]);
  });

  test("an address that nothing answers", async () => {
    const at = (port: number) => lookAtWayOut(settingsOf({ HEARTBEAT_URL: `http://127.0.0.1:${port}/x` }));
    expect(ill(await at(await freePort()))).toEqual(["way_out bad"]);
    expect(ill(await at(await listening()))).toEqual([]);
  });

  test("a name that nobody knows", async () => {
    expect(ill(await lookAtSite("https://nowhere.invalid", false))).toEqual(["site_name bad"]);
    expect(ill(await lookAtSite("http://localhost:3000", true))).toEqual([]);
  });
});

describe("the doctor finds what was planted in the database", () => {
  const here: Database = {
    ...{ url: testDatabaseUrl(), isEmbedded: false, pooler: "none", secretKey },
    ...{ oldKeys: [], trustedHops: 0 },
  };
  const ofDatabase = async (changed: Partial<Database> = {}) =>
    ill(await lookAtDatabase({ ...here, ...changed }));
  const asOwner = async (sql: string) => {
    const client = newClient(here.url);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  beforeAll(async () => {
    await checkSecretKey(here.url, secretsOf({ SECRET_KEY: secretKey, SECRET_KEY_OLD: [] }));
  });

  test("nothing, where all is well", async () => {
    expect(await ofDatabase()).toEqual([]);
  });

  test("a server that is away, its own and the embedded one", async () => {
    const url = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
    expect(await ofDatabase({ url })).toEqual(["database bad"]);
    const [found] = await lookAtDatabase({ ...here, url, isEmbedded: true });
    expect(found?.state).toBe("unknown");
  });

  test("another SECRET_KEY, unless the right one is named as an old one", async () => {
    const foreign = Buffer.alloc(32, 9).toString("base64");
    expect(await ofDatabase({ secretKey: foreign })).toEqual(["secret_key bad"]);
    expect(await ofDatabase({ secretKey: foreign, oldKeys: [secretKey] })).toEqual([]);
  });

  test("requests through a proxy that no setting names", async () => {
    await noteTime(world.pool, "forwarded", new Date());
    expect(await ofDatabase()).toEqual(["proxy watch"]);
    expect(await ofDatabase({ trustedHops: 1 })).toEqual([]);
    await world.db.lastTime.deleteMany({ where: { name: "forwarded" } });
  });

  test("a pooler that is said to be there and is not", async () => {
    expect(await ofDatabase({ pooler: "transaction" })).toEqual(["pooler watch"]);
  });

  test("an extension that is gone, a migration that failed, and ones that wait or are of a newer version", async () => {
    const newest = "(SELECT max(migration_name) FROM _prisma_migrations)";
    const history = "UPDATE _prisma_migrations SET";
    await asOwner(
      "ALTER EXTENSION btree_gin SET SCHEMA public; UPDATE pg_extension SET extname = 'gone' WHERE extname = 'btree_gin'",
    );
    expect(await ofDatabase()).toEqual(["extensions bad"]);
    await asOwner("UPDATE pg_extension SET extname = 'btree_gin' WHERE extname = 'gone'");
    await asOwner(`${history} finished_at = NULL, logs = 'no' WHERE migration_name = ${newest}`);
    expect(await ofDatabase()).toEqual(["migrations bad"]);
    await asOwner(`${history} rolled_back_at = now() WHERE migration_name = ${newest}`);
    expect(await ofDatabase()).toEqual(["migrations bad"]);
    await asOwner(
      `${history} rolled_back_at = NULL, finished_at = now(), logs = NULL WHERE migration_name = ${newest}`,
    );
    await asOwner(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ('n', 'n', '29991231235959_newer', now(), 1)",
    );
    expect(await ofDatabase()).toEqual(["migrations watch"]);
    await asOwner("DELETE FROM _prisma_migrations WHERE id = 'n'");
  });

  test("a migration that contracts may wait, and the rest is looked at", async () => {
    const newest =
      "(SELECT max(migration_name) FROM _prisma_migrations WHERE migration_name LIKE '%\\_contract')";
    const contract = (at: string) =>
      asOwner(`UPDATE _prisma_migrations SET rolled_back_at = ${at} WHERE migration_name = ${newest}`);
    await contract("now()");
    try {
      const findings = await lookAtDatabase(here);
      expect(ill(findings)).toEqual([]);
      expect(findings.find(({ id }) => id === "migrations")?.said).toContain("npm run migrate -- --contract");
      expect(findings).toContainEqual(expect.objectContaining({ id: "secret_key", state: "well" }));
    } finally {
      await contract("NULL");
    }
  });
});

test("the text for who helps names no host, user, secret, path or person of this instance", () => {
  const secret = "hunter2hunter2";
  const settings = settingsOf({
    SITE_URL: "https://pay.acme-shop.example",
    DATABASE_URL: `postgres://acme_user:${secret}@db.acme.internal:5432/acme`,
    ALERT_WEBHOOK_URL: "https://hooks.chat.example/services/T00/B00/xyz",
    DATA_DIR: dataDir,
  });
  const said = `${settings.SITE_URL} db.acme.internal acme_user ${secret} ${settings.ALERT_WEBHOOK_URL} ${dataDir}/x jo@acme.example +254712345678 sk_live_abcdef123`;
  const text = maskedText([{ id: "x", state: "bad", said }], settings);
  expect(text).not.toMatch(/acme|hunter2|hooks\.chat|B00|sente-doctor|254712|abcdef/);
  expect(text).toContain("[site] [database] [of database] [of database] [alerts] [DATA_DIR]/x");
});

test("the command says it for people and for programs, runs beside a database that serves, and changes nothing", async () => {
  const absent = path.join(dataDir, "none");
  const receiver = await startReceiver();
  closing.push(() => receiver.close());
  const env = {
    ...{ DATABASE_URL: testDatabaseUrl(), SECRET_KEY: secretKey, DATA_DIR: absent, NODE_ENV: "production" },
    ...{ PORT: String(await freePort()), HEARTBEAT_URL: receiver.url, SITE_URL: "https://nowhere.invalid" },
  };
  const doctor = (...words: string[]) => runTool(["scripts/bootstrap.mjs", "doctor", ...words], env);
  const forPrograms = await doctor("--json");
  const { findings, masked } = JSON.parse(forPrograms.output) as { findings: Finding[]; masked: string };
  expect(forPrograms.code).toBe(1);
  expect(ill(findings)).toContain("site_name bad");
  // The lines of the health page are among them.
  expect(findings.filter(({ id }) => id === "health").length).toBeGreaterThan(10);
  expect(masked).not.toContain("nowhere.invalid");
  expect([receiver.received, existsSync(absent)]).toEqual([[], false]);
  const forPeople = await doctor();
  expect(forPeople.output).toMatch(/^BAD {3}The name of SITE_URL is not found/m);
  expect(forPeople.output).toMatch(/For whoever helps you/);
  const wrong = await runTool(["scripts/bootstrap.mjs", "doctor", "--json"], { ...env, SECRET_KEY: "short" });
  expect(JSON.parse(wrong.output).findings[0]).toMatchObject({
    ...{ id: "settings", state: "bad", said: expect.stringContaining("SECRET_KEY") },
  });
}, 60_000);

test("with the embedded database it speaks of the connection that the service has, and not of the owner's", async () => {
  const own = mkdtempSync(path.join(tmpdir(), "sente-doctor-"));
  const { secretKey: key, databasePassword: password } = readSecrets(own);
  const server = await startPostgres({ dataDir: own, password, durable: false, disposable: true });
  closing.push(server.stop);
  writePrivately(path.join(own, "ports.json"), { postgres: server.port });
  await applyMigrations(server.url);
  await giveRights(embeddedDoors(server.url, password));
  await checkSecretKey(server.url, secretsOf({ SECRET_KEY: key, SECRET_KEY_OLD: [] }));
  const { output } = await runTool(["scripts/bootstrap.mjs", "doctor", "--json"], {
    ...{ DATA_DIR: own, DATABASE_URL: "", SECRET_KEY: "", PORT: String(await freePort()) },
  });
  const { findings } = JSON.parse(output) as { findings: Finding[] };
  expect(findings.filter(({ said }) => said.startsWith("Rights in the database"))).toEqual([
    { id: "health", state: "well", said: "Rights in the database: As sente_app." },
  ]);
}, 180_000);

test("an old backup, one that failed, and none", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-doctor-"));
  const hour = 3_600_000;
  const after = (hours: number, failed: string | null) => {
    writeBackupState(dataDir, "backup", { at: new Date(), bytes: 1, seconds: 1, failed });
    return lookAtBackup(dataDir, false, Date.now() + hours * hour).state;
  };
  expect(lookAtBackup(dataDir, false).state).toBe("watch");
  expect([after(2, null), after(30, null), after(2, "the bucket is gone")]).toEqual(["well", "bad", "bad"]);
  expect(lookAtBackup(dataDir, true).state).toBe("unknown");
  rmSync(dataDir, { recursive: true });
});
