import { build, type Metafile } from "esbuild";
import { bundles, nameOf, type Program } from "./launch";

/** The second is for a thread: lib/providers/pdf/in-thread.ts. */
const programs: readonly string[] = ["scripts/serve.ts" satisfies Program, "lib/providers/pdf/thread.ts"];

/**
 * Bundles each program into one plain JavaScript file, beside Next's build. These need no compiler in the process,
 * which makes every start faster and every process smaller. Packages stay where npm put them.
 * Returns the files that it made, and what each of them imports.
 */
export async function bundlePrograms(more: string[] = [], outdir = bundles): Promise<Metafile["outputs"]> {
  const { metafile } = await build({
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
