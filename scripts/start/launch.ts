import { existsSync } from "node:fs";
import path from "node:path";

/** The programs that a start runs, by their TypeScript entry file. */
export type Program = "scripts/serve.ts" | "scripts/start/seed-process.ts";

/** Where the build puts the programs, seen from the folder of the code. */
export const bundles = ".next/programs";

/** A release brings its build, and nothing that could make another. */
export const isRelease = existsSync("release.json");

/** The arguments to run a program of the code in `root`: its bundle, or its source. */
export function launchArguments(program: Program, fromSource: boolean, root = "."): string[] {
  if (fromSource) return ["--import", "tsx", program, "--dev"];
  return [path.resolve(root, bundles, `${nameOf(program)}.mjs`)];
}

/** The name of a program's bundle. */
export function nameOf(program: string): string {
  return program.replace(/\.ts$/, "").replaceAll("/", "-");
}
