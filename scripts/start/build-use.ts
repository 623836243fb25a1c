import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isRelease } from "./code";
import { type Lock, takeLock } from "./lock";

export const STAMP = path.resolve(".next/sente-fingerprint");
const SOURCES = [
  "app",
  "components",
  "docs/help",
  "inngest",
  "lib",
  "public",
  "scripts/problem.ts",
  "scripts/sdk",
  "scripts/start/build.ts",
  "scripts/start/sheet.ts",
  "scripts/serve",
  "scripts/serve.ts",
  "sdk",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** No built code imports these. */
const forTests = /\.test\.tsx?$|^lib\/testing\//;

/** Where the locks on the build of the code in `root` are. */
export function locksOf(root = "."): string {
  return path.resolve(root, "node_modules/.cache/sente");
}

/** Others see that the build of the code in `root` is in use, and by whom, until this is released. */
export async function registerUse(about: string, root = "."): Promise<Lock> {
  const name = `${process.pid}-${process.hrtime.bigint().toString(36)}.sock`;
  const lock = await takeLock(path.join(locksOf(root), "using", name), () => about);
  if ("heldBy" in lock) throw new Error("a name with a time in it was taken");
  return lock;
}

/** The same for code that nobody may build over anyway: a release, or a folder that cannot be written. */
export async function holdUse(about: string, root: string): Promise<() => void> {
  const isFixed = existsSync(path.join(root, "release.json")) || !isWritable(path.join(root, ".next"));
  return isFixed ? () => undefined : (await registerUse(about, root)).release;
}

export function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether .next equals a `next build` of the current sources. A release brings its build and no sources. */
export function isFresh(): boolean {
  return isRelease || (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint());
}

/**
 * One hash of everything a build depends on. Of contents, not times, so that a fresh checkout of the same code matches.
 */
export function fingerprint(): string {
  const hash = createHash("sha256").update(process.versions.node);
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith("NEXT_PUBLIC_")) hash.update(`${name}=${value}\0`);
  }
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest("hex");
}

function addToHash(hash: ReturnType<typeof createHash>, source: string): void {
  if (!existsSync(source)) return;
  const entries = readdirSync(path.dirname(source), { withFileTypes: true });
  const entry = entries.find((candidate) => candidate.name === path.basename(source));
  if (entry?.isDirectory()) {
    for (const name of readdirSync(source).sort()) addToHash(hash, path.join(source, name));
  } else if (!forTests.test(source)) {
    hash.update(`${source}\0`).update(readFileSync(source));
  }
}
