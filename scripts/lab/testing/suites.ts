import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Problem } from "../../problem";
import { prepareBuild } from "../../start/build";
import { type Finished, runTool, step } from "../../steps";
import { readPlaywright, readVitest } from "./failures";

export interface Tally {
  passed: number;
  failed: number;
  /** Printed again at the end, where they are easy to find. */
  failures: string[];
}

/** Runs Vitest on these files, or on all, and prints the failures and which part of each sweep ran. */
export async function runVitest(label: string, files: string[] = [], env = {}): Promise<Tally> {
  const reporters = ["--reporter=default", "--reporter=json"];
  return step(label, () =>
    withReport(async (file) => {
      const args = [
        "node_modules/vitest/vitest.mjs",
        "run",
        ...files,
        ...reporters,
        `--outputFile.json=${file}`,
      ];
      const finished = await runTool(args, env);
      return told(finished, honest(readVitest(file), finished.code));
    }),
  );
}

/** The same with Playwright. */
export async function runPlaywright(label: string, files: string[] = [], env = {}): Promise<Tally> {
  return step(label, () =>
    withReport(async (file) => {
      const args = ["node_modules/@playwright/test/cli.js", "test", ...files, "--reporter=list,json"];
      const finished = await runTool(args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
      const { skipped, flaky, ...read } = readPlaywright(file);
      if (skipped)
        console.log(`${skipped} browser tests were skipped; npx playwright test says which and why.`);
      if (flaky) console.log(`${flaky} browser tests passed at the second try only.`);
      return told(finished, honest(read, finished.code));
    }),
  );
}

/** Builds when the build is outdated, and holds it while the tests use it. */
export async function onBuild(command: string, work: () => Promise<Tally[]>): Promise<Tally[]> {
  const release = await build(command);
  if (!release) return [{ passed: 0, failed: 1, failures: ["the build"] }];
  try {
    return await work();
  } finally {
    release();
  }
}

/** Prints the last lines of a run, and sets its exit code. */
export function conclude(tallies: Tally[]): void {
  for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
  const { passed, failed } = sum(tallies);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function sum(tallies: Tally[]): { passed: number; failed: number } {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
  };
}

async function withReport<T>(work: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), "sente-results-"));
  try {
    return await work(path.join(directory, "report.json"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function build(command: string): Promise<(() => void) | null> {
  try {
    return await prepareBuild(command);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.log(error.message);
    return null;
  }
}

function told({ code, output }: Finished, tally: Tally): { said: string; value: Tally } {
  if (code !== 0) console.log(output);
  // Each worker prints the line itself, possibly after a colour code; the other output is only needed after a failure.
  else for (const line of new Set(output.match(/Slice {9}.*$/gm))) console.log(line);
  return { said: `${tally.passed} passed, ${tally.failed} failed`, value: tally };
}

/** A run with a bad exit code, or without any test, has failed whatever it counted. */
function honest(tally: Tally, code: number): Tally {
  const ended = code === 0 && tally.passed > 0;
  return ended || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
