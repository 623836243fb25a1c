import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build as bundle, type Metafile } from "esbuild";
import { Problem } from "../problem";
import { packSdk } from "../sdk/package";
import { runTool, say, step } from "../steps";
import { fingerprint, isFresh, isWritable, locksOf, registerUse, STAMP } from "./build-use";
import { bundles, nameOf, type Program } from "./code";
import { generateClient, requireTools } from "./generate";
import { lockHolder, takeLock } from "./lock";
import { writeSheet } from "./sheet";

const LOCKS = locksOf();

/** A production build that does not change while it is held. */
export type HeldBuild = { outcome: "built" | "fresh"; release(): void };

/**
 * Makes sure that .next is a production build of the current code, and keeps others from building over it until it is
 * released. `about` tells others who holds it. Throws Problem.
 */
export async function holdFreshBuild(about: string): Promise<HeldBuild> {
  // Where nothing can be written, as in an image, nobody builds over it either.
  if (isFresh() && !isWritable(path.dirname(STAMP))) return { outcome: "fresh", release() {} };
  for (;;) {
    const mine = await registerUse(about);
    const builder = await lockHolder(path.join(LOCKS, "build.sock"));
    if (builder === undefined && isFresh()) return { outcome: "fresh", release: mine.release };
    mine.release();
    const lock = await takeLock(path.join(LOCKS, "build.sock"), () => about);
    if ("heldBy" in lock) {
      say("Build", `waiting for ${lock.heldBy || "another start"}, which builds`);
      while ((await lockHolder(path.join(LOCKS, "build.sock"))) !== undefined) await sleep(500);
      continue;
    }
    try {
      if (isFresh()) continue;
      await refuseWhileUsed();
      await build();
      return { outcome: "built", release: (await registerUse(about)).release };
    } finally {
      lock.release();
    }
  }
}

/** The client and the build, which nobody builds over until what this returns is called. `command`: who asks for it. */
export async function prepareBuild(command: string): Promise<() => void> {
  await step("Prisma client", generateClient);
  return step("Build", async () => {
    const { outcome, release } = await holdFreshBuild(`${command} (process ${process.pid})`);
    return { said: outcome, value: release };
  });
}

async function refuseWhileUsed(): Promise<void> {
  const directory = path.join(LOCKS, "using");
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const user = await lockHolder(path.join(directory, name));
    if (user === undefined) rmSync(path.join(directory, name), { force: true });
    else
      throw new Problem(
        `The code has changed and must be built, but ${user} runs on the present build: stop it first.`,
      );
  }
}

async function build(): Promise<void> {
  requireTools("The build");
  const wanted = fingerprint();
  rmSync(STAMP, { force: true });
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await runTool(["node_modules/next/dist/bin/next", "build"], env);
  if (code !== 0) throw new Problem(`next build failed:\n${output.trim()}`);
  slimBuild(".next/server");
  await bundlePrograms();
  await withoutReact();
  writeSheet(".next");
  packSdk(path.dirname(STAMP));
  writeFileSync(STAMP, wanted);
}

/**
 * Turbopack writes a chunk once for each group of routes that shares it: 21 times the same 1.7 MB, and a server would read
 * each copy into memory. One stays, the others lead to it. Source maps keep the lines and lose the sources' text, which
 * is four fifths of them: a stack needs the lines alone. Returns how many copies there were.
 */
export function slimBuild(server: string): number {
  const copies = dropCopies(path.join(server, "chunks")) + dropCopies(path.join(server, "chunks/ssr"));
  for (const file of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".map")) dropTexts(path.join(server, file));
  }
  return copies;
}

function dropCopies(directory: string): number {
  let copies = 0;
  const first = new Map<string, string>();
  for (const name of readdirSync(directory).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(directory, name);
    const code = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
    const key = createHash("sha256").update(code).digest("hex");
    const same = first.get(key);
    const leading = `module.exports=require(${JSON.stringify(`./${same}`)});\n`;
    if (same === undefined) first.set(key, name);
    else if (code.length > leading.length) {
      writeFileSync(file, leading);
      rmSync(`${file}.map`, { force: true });
      copies += 1;
    }
  }
  return copies;
}

/** A map of the third version, or one of sections that each hold one. */
interface SourceMap {
  sourcesContent?: string[];
  sections?: { map: SourceMap }[];
}

function dropTexts(file: string): void {
  const map: SourceMap = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(withoutTexts(map)));
}

function withoutTexts({ sourcesContent: _, sections, ...rest }: SourceMap): SourceMap {
  if (!sections) return rest;
  return { ...rest, sections: sections.map((section) => ({ ...section, map: withoutTexts(section.map) })) };
}

/** The second is for a thread: lib/providers/pdf/in-thread.ts. */
const programs: readonly string[] = ["scripts/serve.ts" satisfies Program, "lib/providers/pdf/thread.ts"];

/**
 * Bundles each program into one plain JavaScript file, beside Next's build. These need no compiler in the process,
 * which makes every start faster and every process smaller. Packages stay where npm put them.
 * Returns the files that it made, and what each of them imports.
 */
export async function bundlePrograms(more: string[] = [], outdir = bundles): Promise<Metafile["outputs"]> {
  const { metafile } = await bundle({
    entryPoints: Object.fromEntries([...programs, ...more].map((program) => [nameOf(program), program])),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Modules that are imported on demand become files of their own, and so do their packages.
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "silent",
    metafile: true,
  });
  return metafile.outputs;
}

/**
 * Client components of our own that need React on the server alone: forms are sent by the browser itself, and what else
 * they do, first-script.ts does. A page that has any other one loads React.
 */
const ofServer = new Set([
  "app/_forms/field-form.tsx",
  "app/_forms/keep-typed.tsx",
  "app/_forms/secret-form.tsx",
  "app/_forms/passkey-form.tsx",
  "app/(auth)/sign-up/sign-up-form.tsx",
  "app/(seller)/dashboard/account/two-step/codes-form.tsx",
  "app/(seller)/dashboard/customers/import/import-form.tsx",
  "app/(seller)/dashboard/developers/endpoints/ping-form.tsx",
  "app/(seller)/dashboard/invoices/invoice-editor.tsx",
  "app/(seller)/dashboard/orders/sell/counter-form.tsx",
  "app/error.tsx",
  "components/dashboard/in-development.tsx",
  "components/dashboard/store-form.tsx",
]);

/**
 * Gives each page of sellers, operators and visitors who sign in on which React would have nothing to do one small script instead of
 * React and Next's runtime, nine tenths of what such a page weighs. It is written where Next's server looks for the
 * scripts of a page, as a list of their own. Returns the pages.
 */
export async function withoutReact(dist = path.resolve(".next")): Promise<string[]> {
  const manifestFile = path.join(dist, "build-manifest.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  const files: unknown = manifest.rootMainFiles;
  if (!Array.isArray(files) || files.length === 0)
    throw new Problem(
      "Next's build says no longer which scripts every page has: see scripts/start/build.ts.",
    );
  const partFiles: Record<string, string> = {};
  for (const [what, part] of Object.entries(parts))
    partFiles[what] = writeScript(dist, part, await scriptOf(part));
  const paletteFile = JSON.stringify(writeScript(dist, "palette", await scriptOf("palette")));
  const define = { reactFiles: JSON.stringify(files), partFiles: JSON.stringify(partFiles), paletteFile };
  const name = writeScript(dist, "first", await scriptOf("first-script", define));
  const pages = pagesWithoutReact(path.join(dist, "server/app"));
  const own = Object.fromEntries(pages.map((page) => [page, [name]]));
  manifest.rootMainFilesTree = { ...manifest.rootMainFilesTree, ...own };
  writeFileSync(manifestFile, JSON.stringify(manifest));
  return pages;
}

/** Scripts that few pages need (components/dashboard), by what these pages have. */
const parts = {
  "[data-counter]": "counter",
  "[data-lines]": "paper-lines",
  "[data-passkey]": "passkey",
  "[data-zones]": "place",
  "[data-push]": "push",
  "[data-beside]": "typed-beside",
};

/** Its name is that of its text: browsers keep it for good. */
function writeScript(dist: string, what: string, script: string): string {
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 12);
  const name = `static/chunks/${what}-${hash}.js`;
  writeFileSync(path.join(dist, name), script);
  return name;
}

async function scriptOf(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [`components/dashboard/${entry}.ts`],
    define,
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

function pagesWithoutReact(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /^\((seller|operator|auth)\).*page_client-reference-manifest\.js$/.test(name))
    .flatMap((name) => {
      const { page, modules } = clientModules(readFileSync(path.join(directory, name), "utf8"));
      return modules.every((module) => ofServer.has(module)) ? [page] : [];
    })
    .sort();
}

/** Our own client components of a page. The file is a script that assigns one object of JSON. */
function clientModules(script: string): { page: string; modules: string[] } {
  const [, page = "", json = "{}"] = /__RSC_MANIFEST\["(.+?)"\]\s*=\s*(\{.*\})/s.exec(script) ?? [];
  const keys = Object.keys(JSON.parse(json).clientModules ?? {});
  if (keys.length === 0) throw new Problem("Next's build says no longer which client components a page has.");
  const files = keys.map((key) => key.replace(/^\[project\]\//, "").replace(/ <.*$/, ""));
  return { page, modules: [...new Set(files)].filter((file) => !file.startsWith("node_modules/next/")) };
}
