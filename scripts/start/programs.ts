import path from "node:path";
import { build } from "esbuild";

/** The programs that a start keeps running, by the TypeScript file they begin in. */
export type Program = "scripts/serve.ts" | "inngest/local-runner/main.ts";

/** The last is that of a thread: lib/providers/pdf/in-thread.ts. */
const programs: readonly string[] = [
  ...(["scripts/serve.ts", "inngest/local-runner/main.ts"] satisfies Program[]),
  "lib/providers/pdf/thread.ts",
];

/**
 * Makes one plain JavaScript file of each program, beside Next's build. Run from there, a program needs no compiler in
 * its process, which saves every start its time and every process its memory. Packages stay where npm put them.
 */
export async function bundlePrograms(): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(programs.map((program) => [nameOf(program), program])),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What is imported when it is first needed is a file of its own, and so are its packages.
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "silent",
  });
}

/** How to run a program: as it was built, or in development as it is written. */
export function launchArguments(program: Program, dev: boolean): string[] {
  if (dev) return ["--import", "tsx", program, "--dev"];
  return ["--enable-source-maps", path.join(bundles, `${nameOf(program)}.mjs`)];
}

const bundles = path.resolve(".next/programs");

function nameOf(program: string): string {
  return program.replace(/\.ts$/, "").replaceAll("/", "-");
}
