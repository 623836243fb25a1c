import path from "node:path";
import { build } from "esbuild";

/** The programs that a start keeps running, by their TypeScript entry file. */
export type Program = "scripts/serve.ts" | "inngest/local-runner/main.ts";

/** The last one is for a thread: lib/providers/pdf/in-thread.ts. */
const programs: readonly string[] = [
  ...(["scripts/serve.ts", "inngest/local-runner/main.ts"] satisfies Program[]),
  "lib/providers/pdf/thread.ts",
];

/**
 * Bundles each program into one plain JavaScript file, beside Next's build. These need no compiler in the process,
 * which makes every start faster and every process smaller. Packages stay where npm put them.
 */
export async function bundlePrograms(): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(programs.map((program) => [nameOf(program), program])),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Modules that are imported on demand become files of their own, and so do their packages.
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "silent",
  });
}

/** The arguments to run a program: its bundle, or in development its source. */
export function launchArguments(program: Program, dev: boolean): string[] {
  if (dev) return ["--import", "tsx", program, "--dev"];
  return ["--enable-source-maps", path.join(bundles, `${nameOf(program)}.mjs`)];
}

const bundles = path.resolve(".next/programs");

function nameOf(program: string): string {
  return program.replace(/\.ts$/, "").replaceAll("/", "-");
}
