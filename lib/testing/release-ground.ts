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
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where a release is tried as its operator has it: what stands there of this machine is Node, and nothing else. */
export interface Ground {
  /** Files in front of everything that is named below, as this process sees them. */
  root: string;
  /** The folder with the three files that a release is. */
  inbox: string;
  code: string;
  dataDir: string;
  /** A folder in which the service may write, too. */
  spare: string;
  /** The account of the service. */
  owner(): { uid: number; gid: number };
  /** A line of a shell, as whoever installs the release; with nothing of this process's environment. */
  shell(line: string): Told;
  /** The same words by the account of the service. */
  asService(line: string, variables?: Record<string, string>): string;
  /** A program that lasts. */
  begin(line: string): ChildProcess;
  /** A program of this machine that sees the ports of that place. */
  beside(program: string, args: string[]): Told;
  remove(): void;
}

interface Told {
  status: number | null;
  output: string;
}

const suite = "bookworm";
const programs = ["debootstrap", "unshare", "nsenter", "chroot", "ip"];

/** Null where a bare Debian can be made here, else what is missing. */
export function noBareRoot(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const missing = programs.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing) return `${missing} (Debian's ${missing === "ip" ? "iproute2" : missing})`;
  return mirror() === null ? "a mirror in /etc/apt" : null;
}

/** Where this machine itself gets Debian's packages from. */
function mirror(): string | null {
  const lists = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
  const text = lists.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : "")).join("\n");
  return /^(?:URIs:|deb(?: \[.*?\])?) *(https?:\S+debian\/?)\s/m.exec(text)?.[1] ?? null;
}

/**
 * A bare Debian 12 with a network and processes of its own, from which nothing else can be reached. `packages`: of Debian's, which
 * cannot be fetched later; `hasNode`: this Node is there.
 */
export async function bareRoot(
  release: string,
  { packages = [] as string[], hasNode = true } = {},
): Promise<Ground> {
  const root = mkdtempSync(path.join(tmpdir(), "sente-root-"));
  chmodSync(root, 0o755);
  const wanted = `--include=${["curl", "ca-certificates", "xz-utils", ...packages].join(",")}`;
  execFileSync("debootstrap", ["--variant=minbase", wanted, suite, root, mirror() ?? ""], {
    stdio: "ignore",
  });
  if (hasNode) copyFileSync(process.execPath, path.join(root, "usr/bin/node"));
  for (const folder of ["etc/systemd/system", "dev/shm"])
    mkdirSync(path.join(root, folder), { recursive: true });
  const inbox = "/root/release";
  mkdirSync(path.join(root, inbox));
  for (const name of filesOf(release)) copyFileSync(path.join(release, name), path.join(root, inbox, name));
  const mounts = 'ip link set lo up && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm"';
  const first = [`${mounts} && exec chroot "$0" sleep infinity`, root];
  const options = ["--net", "--pid", "--mount", "--fork", "--kill-child"];
  const outer = spawn("unshare", [...options, "sh", "-c", ...first], { stdio: "ignore" });
  const inner = await firstChild(outer.pid ?? 0);
  const all = ["--target", String(inner), "--net", "--mount", "--pid", "--root", "--wd"];
  const bare = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"];
  const entered = (line: string) => [...all, "--", ...bare, "sh", "-ec", line];
  return {
    ...{ root, inbox, code: "/opt/sente/current", dataDir: "/var/lib/sente", spare: "/var/tmp" },
    owner: () => {
      const [uid = 0, gid = 0] = told("nsenter", entered("id -u sente; id -g sente"))
        .output.split("\n")
        .map(Number);
      return { uid, gid };
    },
    shell: (line) => told("nsenter", entered(line)),
    asService: (line, variables = {}) => `${assigned(variables)} runuser -u sente -- ${line}`,
    begin: (line) => spawn("nsenter", entered(line), { stdio: ["ignore", "pipe", "pipe"] }),
    beside: (program, args) => told("nsenter", ["--target", String(inner), "--net", "--", program, ...args]),
    remove() {
      outer.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The nearest thing: a folder of its own, without this process's environment, and by root as a user that owns nothing else. */
export function ownFolder(release: string): Ground {
  const root = mkdtempSync(path.join(tmpdir(), "sente-release-"));
  chmodSync(root, 0o755);
  const isRoot = process.getuid?.() === 0;
  const owner = {
    uid: isRoot ? 65_534 : (process.getuid?.() ?? 0),
    gid: isRoot ? 65_534 : (process.getgid?.() ?? 0),
  };
  const home = path.join(root, "home");
  mkdirSync(home);
  if (isRoot) chownSync(home, owner.uid, owner.gid);
  const [tarball = ""] = filesOf(release).filter((name) => name.endsWith(".tar.gz"));
  execFileSync("tar", ["-xzf", path.join(release, tarball), "-C", root, "--no-same-owner"]);
  const env = {
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
  } as unknown as NodeJS.ProcessEnv;
  const options = { env, cwd: home, ...(isRoot ? owner : {}) };
  return {
    ...{ root: "/", inbox: path.resolve(release), dataDir: path.join(home, "data"), spare: home },
    code: path.join(root, tarball.replace(".tar.gz", "")),
    owner: () => owner,
    shell: (line) => told("sh", ["-ec", line], options),
    asService: (line, variables = {}) => `${assigned(variables)} ${line}`,
    begin: (line) => spawn("sh", ["-ec", line], { ...options, stdio: ["ignore", "pipe", "pipe"] }),
    beside: (program, args) => told(program, args),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A process with all that it began, as it is written in /proc. */
export function treeOf(pid: number): { pid: number; command: string; pssMb: number }[] {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  const children = read(`task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  const pssMb = Number(/^Pss:\s+(\d+)/m.exec(read("smaps_rollup"))?.[1] ?? 0) / 1024;
  return [{ pid, command: read("cmdline").replaceAll("\0", " "), pssMb }, ...children.flatMap(treeOf)];
}

/** All of them at once, as when the power fails. */
export function killTree(pid: number): void {
  for (const one of treeOf(pid).reverse())
    try {
      process.kill(one.pid, "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
}

function filesOf(release: string): string[] {
  return readdirSync(release, { withFileTypes: true }).flatMap((file) => (file.isFile() ? [file.name] : []));
}

function assigned(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'`)
    .join(" ");
}

function told(program: string, args: string[], options: object = {}): Told {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

async function firstChild(pid: number): Promise<number> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const sleeping = treeOf(pid).find(({ command }) => command.startsWith("sleep"));
    if (sleeping) return sleeping.pid;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The bare root could not be entered.");
}
