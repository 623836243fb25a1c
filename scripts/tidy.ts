import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const sourceLinesMax = 300;
const connectFile = "lib/db/connect.ts";
/** A pool or client of `pg`, of which a lost connection would end the process. */
export const opensOwn = /\bnew (?:pg\.)?(?:Client|Pool)\(/;
const verb = /^export (?:async function|const|function) (GET|POST|PUT|PATCH|DELETE)\b(.*)/gm;

/** Rules about the code that no linter knows. One sentence for each violation. */
export async function tidyProblems(): Promise<string[]> {
  const files = trackedFiles();
  const generated = new Set(listed(":(attr:linguist-generated)"));
  return [
    ...files.filter((file) => file.endsWith(".md")).flatMap(deadPaths),
    ...files
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .flatMap((file) => sourceProblems(file, generated.has(file))),
    ...files.filter((file) => /^app\/api\/v1\/.*route\.ts$/.test(file)).flatMap(foreignVerbs),
  ];
}

function trackedFiles(): string[] {
  return listed(".").filter((file) => existsSync(file));
}

/** Files of this kind that git tracks or would add. */
function listed(pathspec: string): string[] {
  const flags = ["--cached", "--others", "--exclude-standard", "--", pathspec];
  return execFileSync("git", ["ls-files", ...flags], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

/** Paths that a document names, as a link or between backticks, must exist; paths with a placeholder are patterns. */
function deadPaths(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/```[\s\S]*?```/g, "");
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map((match) =>
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

/** Every verb of the public API must be an endpoint, so that the contract and its tests cover it. */
function foreignVerbs(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(verb)]
    .filter((match) => !/= endpoint\(/.test(match[2] ?? ""))
    .map((match) => `${file}: ${match[1]} is not made by endpoint().`);
}
