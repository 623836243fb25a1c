import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./data-directory";
import { lockHolder } from "./lock";

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

/** The folder through which this start was called; perhaps a link, which leads to another version later. */
const home = process.env.SENTE_HOME ?? process.cwd();

/** The folder of the code that the next process of the app should run. Throws where the link leads nowhere. */
export function wantedCode(): string {
  return realpathSync(home);
}

const startSchema = z.object({
  pid: z.number(),
  home: z.string(),
  /** The folder of the code that the app runs. */
  code: z.string(),
  /** How many times a reload was asked for and has ended, well or not. */
  reloads: z.number(),
  /** In a terminal SIGHUP ends the start. */
  isTty: z.boolean(),
});

type Start = z.output<typeof startSchema>;

/** What `npm run upgrade` must know of the start that runs on a DATA_DIR. */
export function writeStart(dataDir: string, start: Omit<Start, "pid" | "home">): void {
  const whole: Start = { pid: process.pid, home, ...start };
  writePrivately(path.join(dataDir, "start.json"), whole);
}

/** Undefined where none runs. */
export async function readStart(dataDir: string): Promise<Start | undefined> {
  const file = path.join(dataDir, "start.json");
  if (!existsSync(file) || (await lockHolder(path.join(dataDir, "start.sock"))) === undefined)
    return undefined;
  return startSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Runs the migrations of other code by that code's own command, with what this start was given. True when they are done,
 * and the code before can go on.
 */
export function migrateBy(code: string, dataDir: string): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(code, "scripts/bootstrap.mjs"), "migrate"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (exitCode) => resolve(exitCode === 0));
  });
}
