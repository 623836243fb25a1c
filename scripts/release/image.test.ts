import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "@/lib/db/connect";
import { freePort } from "../ports";
import { type RunningPostgres, startPostgres } from "../postgres";

// docs/examples/Containerfile, built and run without an engine or a registry: Debian's buildah, with bases made of Debian's own
// packages, of which the published ones consist too.
const release = existing("release").find((name) => /-(x64|arm64)$/.test(name));
const refused = noImage();
if (refused && process.env.LONG) throw new Error(`The image: ${refused}`);
if (refused) console.info(`The image is not tried: ${refused}`);

const unpackedMaxMb = 450;
/** What distroless's `cc` consists of. */
const ofBase = ["base-files", "netbase", "tzdata", "ca-certificates", "libc6", "libgcc-s1", "libstdc++6"];

describe.skipIf(refused)("the image", () => {
  let place = "";
  let container = "";
  let database: RunningPostgres;
  let port = 0;
  let root = "";
  let one: ChildProcess | null = null;
  const image = "sente-tried";
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );

  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), "sente-image-"));
    chmodSync(place, 0o755);
    database = await startPostgres({ dataDir: path.join(place, "db"), password: "owner", durable: false });
    await withClient(database.url, (client) => client.query("CREATE ROLE sente_app LOGIN PASSWORD 'app'"));
    port = await freePort();
    makeBase("sente-base", []);
    makeBase("sente-node", ["busybox-static"]);
    const bases = ["--build-arg=NODE=localhost/sente-node", "--build-arg=BASE=localhost/sente-base"];
    const file = path.resolve("docs/examples/Containerfile");
    run("build", [
      "--isolation=chroot",
      "--format=docker",
      ...bases,
      "-f",
      file,
      "-t",
      image,
      path.resolve("release", release ?? ""),
    ]);
    container = run("from", ["--pull-never", image]).trim();
    root = run("mount", [container]).trim();
  }, 600_000);
  afterAll(async () => {
    end("SIGKILL");
    await database?.stop();
    for (const name of [container, "sente-base-made", "sente-node-made"]) spawnSync("buildah", ["rm", name]);
    for (const name of [image, "sente-base", "sente-node"]) spawnSync("buildah", ["rmi", "-f", name]);
    rmSync(place, { recursive: true, force: true });
  }, 120_000);

  test(`has ${unpackedMaxMb} MB at most, no shell and nothing that builds`, () => {
    const mb = Number(execFileSync("du", ["-sm", root], { encoding: "utf8" }).split("\t")[0]);
    console.info(`The image has ${mb} MB.`);
    expect(mb).toBeLessThanOrEqual(unpackedMaxMb);
    const programs = ["bin", "usr/bin", "usr/local/bin"].flatMap((name) => existing(path.join(root, name)));
    expect(programs.filter((name) => /^(sh|bash|dash|npm|gcc|apt.*)$/.test(name))).toEqual([]);
    expect(existing(path.join(root, "opt/sente/node_modules/typescript"))).toEqual([]);
  });

  test("serves with a root that cannot be written, by an account without a name, and says that it is well", async () => {
    one = begin();
    await expect.poll(ready, { timeout: 120_000, interval: 500 }).toBe(200);
    const health = JSON.parse(run("inspect", ["--type=image", image])).Docker.config.Healthcheck.Test;
    const [kind, program, ...words] = health;
    expect([kind, program]).toEqual(["CMD", "node"]);
    expect(enter([program, ...words]).status).toBe(0);
    const doctor = enter(["node", "scripts/bootstrap.mjs", "doctor"]);
    expect(doctor.stdout).toMatch(/Rights in the database: As sente_app/);
    const made = enter(["node", "scripts/bootstrap.mjs", "operator", "create", "you@example.com"]);
    expect(made.stdout + made.stderr).toContain("you@example.com");
    expect(execFileSync("stat", ["-c", "%u", `/proc/${one.pid}`], { encoding: "utf8" }).trim()).toBe("1500");
  }, 180_000);

  test("SIGTERM ends it gracefully, and without its database it says what to set", async () => {
    end("SIGTERM");
    const code = await new Promise((resolve) => one?.once("exit", resolve));
    expect(code).toBe(0);
    expect(await ready()).toBe(0);
    const without = enter(["node", "scripts/bootstrap.mjs", "start"], {
      DATABASE_URL: "",
      MIGRATE_DATABASE_URL: "",
    });
    expect(without.status).not.toBe(0);
    expect(without.stdout + without.stderr).toMatch(/set DATABASE_URL to a PostgreSQL server of your own/);
  }, 120_000);

  /** Debian's packages unpacked, with a Node; what a shell needs is busybox. */
  function makeBase(name: string, more: string[]): void {
    const made = path.join(place, name);
    const fetched = path.join(place, `${name}-packages`);
    for (const one of [made, fetched]) mkdirSync(one);
    execFileSync("apt-get", ["download", ...ofBase, ...more], { cwd: fetched, stdio: "ignore" });
    for (const file of readdirSync(fetched)) execFileSync("dpkg-deb", ["-x", path.join(fetched, file), made]);
    for (const folder of ["tmp", "proc", "dev", "sys", "usr/local/bin"])
      mkdirSync(path.join(made, folder), { recursive: true });
    chmodSync(path.join(made, "tmp"), 0o1777);
    if (more.length > 0) {
      copyFileSync(process.execPath, path.join(made, "usr/local/bin/node"));
      execFileSync("chroot", [made, "/bin/busybox", "--install", "/bin"]);
    }
    run("from", ["--name", `${name}-made`, "scratch"]);
    run("add", ["--quiet", `${name}-made`, made, "/"]);
    run("commit", ["--quiet", `${name}-made`, name]);
  }

  function words(variables: Record<string, string>): Record<string, string> {
    const [host, name] = [`127.0.0.1:${database.port}`, new URL(database.url).pathname.slice(1)];
    return {
      ...{ SITE_URL: `http://127.0.0.1:${port}`, PORT: String(port), DEMO: "off", DATA_DIR: "/data" },
      DATABASE_URL: `postgres://sente_app:app@${host}/${name}`,
      MIGRATE_DATABASE_URL: database.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...{ NODE_ENV: "production", HOME: "/tmp", PATH: "/usr/local/bin:/usr/bin:/bin" },
      ...variables,
    };
  }

  /** As an engine runs it: the root read only, /tmp in memory, one volume, the account of the image, no capabilities. */
  function inside(command: string[], variables: Record<string, string>): string[] {
    const data = path.join(place, "data");
    mkdirSync(data, { recursive: true });
    chownSync(data, 1500, 1500);
    const mounts = [
      `mount --bind ${root} ${root} && mount -o remount,bind,ro ${root}`,
      `mount --bind ${data} ${root}/data && mount -t tmpfs tmpfs ${root}/tmp`,
      `mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev`,
    ].join(" && ");
    const env = Object.entries(words(variables)).map(([name, value]) => `${name}=${value}`);
    const account = [`--root=${root}`, "--wd=/opt/sente", "--setgid=1500", "--setuid=1500"];
    const last = 'exec env -i "$@"';
    return ["--mount", "sh", "-ec", `${mounts} && ${last}`, "sh", ...env, "unshare", ...account, ...command];
  }

  function begin(): ChildProcess {
    return spawn("unshare", inside(["node", "scripts/bootstrap.mjs", "start"], {}), { stdio: "ignore" });
  }

  function enter(command: string[], variables: Record<string, string> = {}) {
    return spawnSync("unshare", inside(command, variables), { encoding: "utf8", timeout: 60_000 });
  }

  /** Each program takes the place of the one before, so this is Node. */
  function end(signal: NodeJS.Signals): void {
    one?.kill(signal);
  }
});

test("of an unpacked release, the settings that lie in it are not in the image", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sente-image-"));
  const src = path.join(folder, "src");
  const secret = [".env", ".data/secrets.json", "docs/examples/.env", "docs/examples/.env.production"];
  for (const name of [...secret, "release.json", "docs/examples/compose.yml"]) {
    mkdirSync(path.join(src, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(src, name), "");
  }
  const line = /^RUN (if .*)$/m.exec(readFileSync("docs/examples/Containerfile", "utf8"))?.[1] ?? "";
  execFileSync("sh", ["-ec", line.replace(/(?<!\w)\/(?=src|sente)/g, `${folder}/`)], { cwd: src });
  const files = readdirSync(path.join(folder, "sente"), { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  );
  expect(files.map(({ name }) => name).sort()).toEqual(["compose.yml", "release.json"]);
  rmSync(folder, { recursive: true });
});

function run(command: string, args: string[]): string {
  return execFileSync("buildah", [command, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function existing(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Null where an image can be made here, else what is missing. */
function noImage(): string | null {
  if (process.getuid?.() !== 0) return "root";
  if (spawnSync("buildah", ["--version"]).status !== 0) return "Debian's buildah";
  return release ? null : "there is no release: npm run release";
}
