import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readVitest } from "../testing/failures";
import { type Mutant, mutate } from "./table";

/** A test that hangs because of a mistake fails after this time, and so sees it. */
const testMs = 60_000;
/** After this time for each file a whole run is ended, and has seen nothing. */
const fileMs = 180_000;

export interface Seen {
  /** The first test that failed, or null where none did. */
  failed: string | null;
  /** The run came to an end of its own and is not to be blamed on anything but its tests. */
  isWhole: boolean;
  /** Everything that it printed. */
  output: string;
}

/** Makes the mistake in the copy, runs its tests until the first fails, and takes the mistake back. */
export async function tryMutant(root: string, mutant: Mutant, env: Record<string, string>): Promise<Seen> {
  const file = path.join(root, mutant.file);
  const source = readFileSync(file, "utf8");
  writeFileSync(file, mutate(source, mutant));
  try {
    return await runTests(root, mutant.tests, env);
  } finally {
    writeFileSync(file, source);
  }
}

/** Runs these test files in the copy, until the first test fails. */
export async function runTests(root: string, files: string[], env: Record<string, string>): Promise<Seen> {
  const report = path.join(root, ".mutants.json");
  rmSync(report, { force: true });
  const args = [
    ...["node_modules/vitest/vitest.mjs", "run", ...files, "--bail=1"],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ...[`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`],
    // All runs share what they compile.
    ...["--experimental.fsModuleCache", "--experimental.fsModuleCachePath=.mutants"],
  ];
  const { code, output } = await run(root, args, env, fileMs * files.length);
  const { failed, failures } = readVitest(report);
  const [first = ""] = failures.flatMap((failure) => failure.split("\n")[0] ?? []);
  if (failed > 0) return { failed: first.replace(`${root}/`, ""), isWhole: true, output };
  return { failed: null, isWhole: code === 0, output };
}

/** In a group of processes of its own, so that all of it can be ended. */
function run(
  cwd: string,
  args: string[],
  env: Record<string, string>,
  limitMs: number,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", ...env },
    });
    const end = () => child.pid && process.kill(-child.pid, "SIGKILL");
    const late = setTimeout(end, limitMs);
    process.once("exit", end);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(late);
      process.removeListener("exit", end);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
