import type { ChildProcess } from "node:child_process";
import { execFileSync, spawnSync } from "node:child_process";
import {
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
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareRoot, type Ground, noBareRoot, treeOf } from "@/lib/testing/release-ground";

// The package of `npm run package`, installed, upgraded, taken off and installed again in a bare Debian 12, by the
// words of docs/debian.md. What systemd would do is done by hand, as its unit says.
const packages = existsSync("release") ? readdirSync("release").filter((name) => name.endsWith(".deb")) : [];
const [file] = packages;
const refused = noBareRoot() ?? (file ? null : "there is none: npm run release && npm run package make it");
if (refused && process.env.LONG) throw new Error(`The package: ${refused}`);
if (refused) console.info(`The package is not tried: ${refused}`);

const page = readFileSync("docs/debian.md", "utf8");
const lineWith = (words: string) => page.split("\n").find((line) => line.startsWith(words)) ?? "";
/** All lines of commands, from the package to the upgrade. */
const shellLines = () =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = ""]) => lines.trimEnd().split("\n"));
/** What each says, where it says something. */
const answers: Record<string, RegExp> = {
  "sente operator": /you@example\.com/,
  "sente backup": /read back and right/,
  "sente drill": /the newest backup is whole/,
  // The name of the page leads nowhere, and neither does its mail server.
  "sente doctor": /Rights in the database: As sente_app[\s\S]*The name of SITE_URL/,
};
const url = "http://127.0.0.1:3000/readyz";

describe.skipIf(refused)("the package, in a bare Debian 12", () => {
  let ground: Ground;
  let service: { child: ChildProcess; said(): string } | null = null;
  const settings = () => ground.shell("cat /etc/sente/sente.env").output;
  const said = (line: string) => {
    const { status, output } = ground.shell(line);
    expect(status, output).toBe(0);
    return output;
  };

  beforeAll(async () => {
    ground = await bareRoot("release", { packages: ["adduser"], hasNode: false });
    // Smaller than two versions beside each other: an upgrade does not fit.
    said("mkdir -p /usr/lib/sente && mount -t tmpfs -o size=700m tmpfs /usr/lib/sente");
    const change = "sed -i 's/^Version: .*/Version: 9.9/' /tmp/next/DEBIAN/control";
    said(
      `dpkg-deb -R /root/release/${file} /tmp/next && ${change} && dpkg-deb -Znone -b /tmp/next /root/next.deb && rm -r /tmp/next`,
    );
  }, 900_000);
  afterAll(async () => {
    await stop();
    ground?.remove();
  }, 120_000);

  test("is installed with settings that root alone reads", async () => {
    said(`cd /root/release && dpkg -i ${file}`);
    expect(said("stat -c '%a %U' /etc/sente/sente.env /var/lib/sente")).toBe("600 root\n700 sente\n");
    expect(settings()).toMatch(/^SECRET_KEY=\S{40,}$/m);
  }, 300_000);

  test("serves by its unit, and line after line the page does what it says", async () => {
    await start();
    said("mkdir -p /etc/caddy");
    const [, ...lines] = shellLines();
    for (const line of lines.slice(1, -1)) await follow(line);
    expect(said("sente books")).toContain("everything agrees");
    expect(ground.shell("runuser -u sente -- sente doctor").output).toContain(
      "only root may read the settings",
    );
    expect(ground.shell("runuser -u sente -- cat /etc/sente/sente.env").status).not.toBe(0);
  }, 300_000);

  test("an upgrade for which the disk is too small leaves the version before, and goes on once there is room", async () => {
    const before = settings();
    const small = ground.shell("sente upgrade /root/next.deb");
    expect(small.status).not.toBe(0);
    expect(small.output).toMatch(/was not installed whole/);
    said("mount -o remount,size=3g /usr/lib/sente");
    said("sente upgrade /root/next.deb");
    expect(said("dpkg-query -s sente | grep ^Version")).toBe("Version: 9.9\n");
    expect(settings()).toBe(before);
    await stop();
    await start();
    expect(said("sente books")).toContain("everything agrees");
  }, 600_000);

  test("taken off and purged it leaves data, key and backups, and installed again it goes on with them", async () => {
    const before = settings();
    await stop();
    expect(said("dpkg --purge sente")).toContain("are kept");
    expect(ground.shell("test -e /usr/lib/sente/app").status).not.toBe(0);
    expect(said("stat -c %a /var/lib/sente/sente.env.kept")).toBe("600\n");
    said("dpkg -i /root/next.deb");
    expect(settings()).toBe(before);
    await start();
    expect(ground.shell(lineWith("sente operator create")).output).toContain("Somebody has an account");
    expect(said("sente drill")).toContain("the newest backup is whole");
  }, 600_000);

  /** A line of the page; what it asks of systemd is done by hand. */
  async function follow(line: string): Promise<void> {
    const own = line.split(" && ").filter((part) => !part.startsWith("systemctl"));
    if (own.length > 0) {
      const { status, output } = ground.shell(own.join(" && "));
      const [, answer = /^/] = Object.entries(answers).find(([name]) => line.startsWith(name)) ?? [];
      expect(output).toMatch(answer);
      expect(status === 0 || line === "sente doctor", output).toBe(true);
    }
    if (!line.includes("systemctl restart sente")) return;
    await stop();
    await start();
  }

  /** As systemd does by the unit: the settings, the account, the folder and the line. */
  async function start(): Promise<void> {
    const unit = said("cat /lib/systemd/system/sente.service");
    const inUnit = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    expect(inUnit("EnvironmentFile")).toBe("/etc/sente/sente.env");
    // As systemd reads it, and not as a shell would.
    const variables = settings().match(/^[A-Z_]+=.*$/gm) ?? [];
    const quoted = variables.map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(" ");
    const line = `cd ${inUnit("WorkingDirectory")}; env ${quoted} runuser -u ${inUnit("User")} -- ${inUnit("ExecStart")}`;
    const child = ground.begin(line);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        text += String(chunk);
      });
    service = { child, said: () => text };
    for (
      const end = performance.now() + 180_000;
      ground.shell(`curl -fs ${url}`).status !== 0;
      await sleep(300)
    )
      if (performance.now() > end || child.exitCode !== null) throw new Error(`It did not start: ${text}`);
  }

  async function stop(): Promise<void> {
    const child = service?.child;
    service = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const begun = treeOf(child.pid ?? 0).find(({ command }) =>
      /^\S*node .*bootstrap\.mjs start/.test(command),
    );
    process.kill(begun?.pid ?? child.pid ?? 0, "SIGTERM");
    await gone;
  }
});

test("its scripts are ones that a plain shell reads", () => {
  for (const name of ["postinst", "prerm", "postrm", "sente"])
    execFileSync("sh", ["-n", path.join("scripts/package", name)]);
});

test("an upgrade that broke off has the version before serve again, and so has a removal", () => {
  for (const words of [["abort-upgrade", "9.9"], ["abort-remove"], ["abort-deconfigure", "in-favour"]]) {
    const { status, called, said } = apart("postinst", words);
    expect({ status, said }).toEqual({ status: 0, said: "" });
    expect(called).toMatch(/^systemctl enable .*\n(.*\n)*systemctl (re)?start sente$/m);
  }
  expect(apart("postinst", ["configure"]).said).toContain("Sente is installed");
});

test("an upgrade of a service that is stopped starts it for the backup, and without a backup says the way on", () => {
  const { status, called, said } = apart("sente", ["upgrade", "next.deb"], { stubs: { runuser: "exit 1" } });
  expect(called).toMatch(/^systemctl start sente\nnode .*\nrunuser .* backup$/m);
  expect(called).not.toContain("apt-get");
  expect(status).toBe(1);
  expect(said).toContain("no backup could be written");
  expect(said).toContain("apt-get install");
});

test("with a database of one's own the backup is one's own, and an upgrade installs", () => {
  const settings = "DATABASE_URL=postgres://a:b@db/c\n";
  const { status, called, said } = apart("sente", ["upgrade", "next.deb"], { settings });
  expect(called).toMatch(/^apt-get install --yes .*next\.deb$/m);
  expect(called).not.toContain("backup");
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("its own tools") });
});

interface Apart {
  settings?: string;
  /** What these programs do, beside being written down. */
  stubs?: Record<string, string>;
}

/** Runs one of the scripts with systemd's, Debian's and the service's programs and places replaced. */
function apart(
  name: string,
  words: string[],
  { settings = "SITE_URL=http://localhost\n", stubs = {} }: Apart = {},
) {
  const root = mkdtempSync(path.join(tmpdir(), "sente-package-"));
  const inRoot = (file: string) => path.join(root, file);
  for (const folder of ["bin", "etc/sente", "var/lib/sente", "usr/lib/sente/app", "run/systemd/system"])
    mkdirSync(inRoot(folder), { recursive: true });
  const program = (file: string, does: string) =>
    writeFileSync(inRoot(file), `#!/bin/sh\necho "\${0##*/} $*" >>${inRoot("called")}\n${does}\n`, {
      mode: 0o755,
    });
  const replaced = ["systemctl", "getent", "adduser", "install", "chown", "apt-get", "runuser"];
  for (const one of replaced) program(`bin/${one}`, stubs[one] ?? "");
  program("bin/id", "echo 0");
  program("usr/lib/sente/node", "");
  writeFileSync(inRoot("etc/sente/sente.env"), settings);
  writeFileSync(inRoot("next.deb"), "");
  const script = readFileSync(path.join("scripts/package", name), "utf8");
  const here = script.replace(/\/(?=(etc|var\/lib|usr\/lib|var\/backups)\/sente|run\/systemd)/g, `${root}/`);
  const env = { ...process.env, PATH: `${inRoot("bin")}:${process.env.PATH}`, DATABASE_URL: "" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", here, name, ...words], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  const called = existsSync(inRoot("called")) ? readFileSync(inRoot("called"), "utf8") : "";
  rmSync(root, { recursive: true });
  return { status, called, said: stdout + stderr };
}
