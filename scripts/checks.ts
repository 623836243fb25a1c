import { type Finished, runTool } from "./command";
import { generateClient } from "./start/generate";
import { step } from "./steps";
import { allCoverage } from "./texts";
import { tidyProblems } from "./tidy";
import { compareWeight, readWeight, weigh } from "./weight";

interface Check {
  label: string;
  /** `said`: what a passed check prints instead of "passed". */
  run(): Promise<Finished & { said?: string }>;
}

const checks: Check[] = [
  {
    label: "Biome",
    run: () => runTool(["node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."]),
  },
  { label: "Types", run: checkTypes },
  {
    label: "Dead code",
    run: () => runTool(["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"]),
  },
  { label: "OpenAPI", run: () => runTool(["--import", "tsx", "scripts/openapi.ts", "--check"]) },
  { label: "Tidy", run: async () => verdict(await tidyProblems()) },
  { label: "Texts", run: texts },
  { label: "Weight", run: weight },
];

/**
 * Runs every check, two at a time, and prints one line each and the output of failed ones. Returns the number that
 * failed.
 */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
  const queue = [...checks];
  const failures: string[] = [];
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const { label, run } = check;
      const { code, output } = await step(label, async () => {
        const finished = await run();
        return { said: finished.code === 0 ? (finished.said ?? "passed") : "FAILED", value: finished };
      });
      if (code !== 0) failures.push(`${label}:\n${output.trim()}`);
    }
  };
  await Promise.all([worker(), worker()]);
  for (const failure of failures) console.log(`\n${failure}\n`);
  return { passed: checks.length - failures.length, failed: failures.length };
}

/**
 * Next writes next-env.d.ts and the route types when it builds; the type check must also work on a clone without a
 * build.
 */
async function checkTypes(): Promise<Finished> {
  const types = await runTool(["node_modules/next/dist/bin/next", "typegen"]);
  return types.code === 0 ? runTool(["node_modules/typescript7/bin/tsc", "--noEmit", "-p", "."]) : types;
}

async function weight() {
  const now = weigh();
  const { grown, isLess } = compareWeight(readWeight(), now);
  const lighter = isLess ? "; lighter: npx tsx scripts/weight.ts" : "";
  return verdict(grown, `${now.productionLines} lines in ${now.productionFiles} files${lighter}`);
}

async function texts() {
  const { line, problems } = allCoverage();
  return verdict(problems, line);
}

function verdict(problems: string[], said = "passed"): Finished & { said: string } {
  return { code: problems.length === 0 ? 0 : 1, output: problems.join("\n"), said };
}
