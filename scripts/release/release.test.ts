import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../ports";
import { commands } from "./stage";

// What operators get is tried, and not the checkout: the tarball of `npm run release` in a folder of its own, without
// the variables of this process and, where root runs this, as a user that owns nothing else.
const tarball = existsSync("release")
  ? readdirSync("release").find((name) => name.endsWith(".tar.gz"))
  : undefined;
if (!tarball) console.info("The release is not tried: there is none. npm run release makes one.");

/** Every command, what it is called with, its exit code, and words of what it says beside a service that runs. */
const calls: Record<string, [words: string[], code: number, says: RegExp]> = {
  doctor: [[], 0, /Sente \d/],
  operator: [["create", "you@example.com"], 0, /you@example.com/],
  books: [[], 0, /everything agrees/],
  audit: [["export", "../home/log.jsonl"], 0, /lines are as they were sealed/],
  reconcile: [[], 0, /agrees/],
  migrate: [[], 0, /nothing to apply/],
  backup: [[], 0, /read back and right/],
  drill: [[], 0, /the newest backup is whole/],
  restore: [[], 1, /Say where to/],
  rekey: [[], 1, /names no earlier key/],
  move: [[], 1, /stop it first/],
  upgrade: [[], 1, /link/],
  start: [[], 1, /is in use by the Sente/],
};

describe.skipIf(!tarball)("the release", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sente-release-"));
  const home = path.join(folder, "home");
  const isRoot = process.getuid?.() === 0;
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  let code: string;
  let env: Record<string, string>;
  let service: ChildProcess;
  let said = "";

  const options = () => ({ ...nobody, cwd: code, env: env as NodeJS.ProcessEnv });
  const command = (name: string, words: string[]) => {
    const args = ["scripts/bootstrap.mjs", name, ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...options(), encoding: "utf8" });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    execFileSync("tar", ["-xzf", path.resolve("release", tarball ?? ""), "-C", folder, "--no-same-owner"]);
    mkdirSync(home);
    if (isRoot) chownSync(home, 65_534, 65_534);
    code = path.join(folder, tarball?.replace(".tar.gz", "") ?? "");
    const backups = {
      BACKUP_DIR: path.join(home, "backups"),
      BACKUP_PASSPHRASE: "a passphrase for this test",
    };
    const port = String(await freePort());
    env = {
      PATH: "/usr/bin:/bin",
      HOME: home,
      DATA_DIR: path.join(home, "data"),
      PORT: port,
      DEMO: "off",
      ...backups,
    };
    service = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], { ...options(), stdio: "pipe" });
    for (const stream of [service.stdout, service.stderr])
      stream?.on("data", (chunk) => {
        said += String(chunk);
      });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const end = performance.now() + 120_000; !(await isReady()); await sleep(200))
      if (performance.now() > end || service.exitCode !== null) throw new Error(`It did not start: ${said}`);
  });
  afterAll(async () => {
    if (service?.exitCode === null) {
      const ended = new Promise((resolve) => service.once("exit", resolve));
      service.kill("SIGTERM");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test("has the commands that are tried here", () => {
    expect(
      Object.keys(calls)
        .map((name) => `scripts/${name}.ts`)
        .sort(),
    ).toEqual(commands().sort());
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

  test("what only developers need is refused with a sentence", () => {
    expect(command("bench", [])).toMatchObject({
      status: 1,
      output: expect.stringContaining("A release has no"),
    });
  });
});
