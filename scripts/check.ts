import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateClient } from "./start/generate";
import { type Finished, runTool, step } from "./steps";
import { allCoverage } from "./texts";
import { compareWeight, listed, readWeight, weigh } from "./weight";

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
    label: "Laws",
    run: () => runTool(["node_modules/vitest/vitest.mjs", "run", "--project=laws", "--reporter=dot"]),
  },
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
  await step("Prisma client", generateClient);
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

const sourceLinesMax = 300;
const connectFile = "lib/db/connect.ts";
/** A pool or client of `pg`, of which a lost connection would end the process. */
export const opensOwn = /\bnew (?:pg\.)?(?:Client|Pool)\(/;
const verb = /^export (?:async function|const|function) (GET|POST|PUT|PATCH|DELETE)\b(.*)/gm;

/** Rules about the code that no linter knows. One sentence for each violation. */
export async function tidyProblems(): Promise<string[]> {
  const files = listed(".");
  const generated = new Set(listed(":(attr:linguist-generated)"));
  return [
    ...files.filter((file) => file.endsWith(".md")).flatMap(deadPaths),
    ...files
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .flatMap((file) => sourceProblems(file, generated.has(file))),
    ...files.filter((file) => /^app\/api\/v1\/.*route\.ts$/.test(file)).flatMap(foreignVerbs),
  ];
}

/**
 * Paths that a document names, as a link or between backticks, must exist; paths with a placeholder are patterns, and what
 * begins with a slash is an address of the site.
 */
function deadPaths(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/```[\s\S]*?```/g, "");
  const linked = [...text.matchAll(/\]\(((?!\/)[^)#:\s]+)(?:#[^)]*)?\)/g)].map((match) =>
    path.join(path.dirname(file), match[1] ?? ""),
  );
  const roots = "app|components|docs|e2e|inngest|lib|prisma|public|scripts|sdk|\\.ci";
  const quoted = [...text.matchAll(new RegExp(`\`((?:${roots})/[^\`\\s]+)\``, "g"))].map(
    (match) => match[1] ?? "",
  );
  return [...linked, ...quoted]
    .filter((target) => !/[<>{}*…]/.test(target) && !existsSync(target))
    .map((target) => `${file} names ${target}, which does not exist.`);
}

/** Generated files (see `.gitattributes`) have no length limit, because nobody reads them completely. */
function sourceProblems(file: string, isGenerated: boolean): string[] {
  const text = readFileSync(file, "utf8");
  const problems: string[] = [];
  // Split, so that this file does not match itself.
  if (new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME"].join("|")})\\b`).test(text))
    problems.push(`${file} has unfinished words.`);
  // A skip with a condition and a reason is allowed, because it is printed when the tests run.
  if (/\b(test|it|describe)\.(?:(only|fixme|todo)\(|skip\(\s*["'`])/.test(text))
    problems.push(`${file} leaves a test out.`);
  if (file !== connectFile && opensOwn.test(text))
    problems.push(`${file} opens a connection that hears no errors: ${connectFile} is the way to one.`);
  const lines = text.split("\n").length;
  if (lines > sourceLinesMax && !isGenerated && !/\.(test|spec)\.tsx?$/.test(file))
    problems.push(`${file} has ${lines} lines; ${sourceLinesMax} is the most.`);
  return problems;
}

/** Every verb of the public API must be an endpoint, or one of an object's, so that the contract and its tests cover it. */
function foreignVerbs(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(verb)]
    .filter((match) => !/= (?:endpoint|\w+\.(?:one|list))\(/.test(match[2] ?? ""))
    .map((match) => `${file}: ${match[1]} is not made by endpoint().`);
}

// npm run check; npm test takes the same from here.
if (process.argv[1]?.endsWith("scripts/check.ts"))
  process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
