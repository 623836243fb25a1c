import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runChecks } from "./checks";
import { runTool } from "./command";
import { Problem } from "./problem";
import { holdFreshBuild } from "./start/build";
import { step } from "./steps";

interface Tally {
  passed: number;
  failed: number;
}

// Everything that CI runs, in the order in which a mistake shows soonest.
const results = mkdtempSync(path.join(tmpdir(), "sente-results-"));
const tallies = [await runChecks(), await unitTests(), await browserTests()];
rmSync(results, { recursive: true, force: true });
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

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
    const { numPassedTests = 0, numFailedTests = 0 } = readJson(file);
    const tally = honest({ passed: numPassedTests, failed: numFailedTests }, code);
    if (code !== 0) console.log(output);
    return { said: `${tally.passed} passed, ${tally.failed} failed`, value: tally };
  });
}

async function browserTests(): Promise<Tally> {
  const built = await build();
  if (!built) return { passed: 0, failed: 1 };
  const file = path.join(results, "playwright.json");
  try {
    return await step("Browser tests", async () => {
      const { code, output } = await runTool(
        ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
        {
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        },
      );
      const { stats = {} } = readJson(file);
      const good = (stats.expected ?? 0) + (stats.flaky ?? 0);
      const tally = honest({ passed: good, failed: stats.unexpected ?? 0 }, code);
      if (code !== 0) console.log(output);
      if (stats.skipped)
        console.log(`${stats.skipped} browser tests were skipped; the list above says which.`);
      return { said: `${tally.passed} passed, ${tally.failed} failed`, value: tally };
    });
  } finally {
    built();
  }
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

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number };
}

function readJson(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** A run that ended badly, or that ran nothing, has failed whatever it counted. */
function honest(tally: Tally, code: number): Tally {
  const ended = code === 0 && tally.passed > 0;
  return ended || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
