import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runChecks } from "./checks";
import { runTool } from "./command";
import { Problem } from "./problem";
import { holdFreshBuild } from "./start/build";
import { step } from "./steps";
import { readPlaywright, readVitest } from "./testing/failures";

interface Tally {
  passed: number;
  failed: number;
  /** Said once more at the end, where they are found. */
  failures: string[];
}

// Everything that CI runs, in the order in which a mistake shows soonest.
const results = mkdtempSync(path.join(tmpdir(), "sente-results-"));
const tallies = [await checks(), await unitTests(), ...(await testsOfTheBuild())];
rmSync(results, { recursive: true, force: true });
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function checks(): Promise<Tally> {
  return { ...(await runChecks()), failures: [] };
}

async function unitTests(): Promise<Tally> {
  const file = path.join(results, "vitest.json");
  return step("Unit tests", async () => {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ];
    const { code, output } = await runTool(args);
    const tally = honest(readVitest(file), code);
    if (code !== 0) console.log(output);
    return { said: said(tally), value: tally };
  });
}

async function testsOfTheBuild(): Promise<Tally[]> {
  const built = await build();
  if (!built) return [{ passed: 0, failed: 1, failures: ["the build"] }];
  try {
    return [await browserTests(), await benchmark()];
  } finally {
    built();
  }
}

async function browserTests(): Promise<Tally> {
  const file = path.join(results, "playwright.json");
  return step("Browser tests", async () => {
    const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
    const { code, output } = await runTool(args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const { skipped, flaky, ...read } = readPlaywright(file);
    const tally = honest(read, code);
    if (code !== 0) console.log(output);
    if (skipped)
      console.log(`${skipped} browser tests were skipped; npx playwright test says which and why.`);
    if (flaky) console.log(`${flaky} browser tests passed at the second try only.`);
    return { said: said(tally), value: tally };
  });
}

/** The benchmark's short form, for lost and wrong answers under load alone: how fast it was is no reason to fail. */
async function benchmark(): Promise<Tally> {
  return step("Benchmark", async () => {
    const { code, output } = await runTool(["scripts/bootstrap.mjs", "bench", "--short"]);
    if (code !== 0) console.log(output);
    const isRight = code === 0;
    const tally = {
      passed: isRight ? 1 : 0,
      failed: isRight ? 0 : 1,
      failures: isRight ? [] : ["the benchmark: an answer was lost or wrong"],
    };
    return { said: isRight ? "no answer lost or wrong" : "failed", value: tally };
  });
}

/** Builds when the build is stale, and holds it while the tests use it. Null when it cannot be built. */
async function build(): Promise<(() => void) | null> {
  try {
    return await step("Build", async () => {
      const { outcome, release } = await holdFreshBuild(`npm test (process ${process.pid})`);
      return { said: outcome, value: release };
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.log(error.message);
    return null;
  }
}

function said({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** A run that ended badly, or that ran nothing, has failed whatever it counted. */
function honest(tally: Tally, code: number): Tally {
  const ended = code === 0 && tally.passed > 0;
  return ended || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
