import { readFileSync } from "node:fs";
import { type Mutant, mutate, readTable } from "./lab/mutants/table";
import { runTests, type Seen, tryMutant } from "./lab/mutants/try";
import { copyTree } from "./lab/testing/copy-tree";
import { startTestServer } from "./lab/testing/postgres-server";
import { sliceOf } from "./lab/testing/slice";
import { Problem } from "./problem";
import { generateClient } from "./start/generate";
import { say, step } from "./steps";

// npm run mutants: makes each mistake of scripts/lab/mutants/*.json in a copy, one at a time, and sees that a test fails.
// `-- --only m05,ledger` tries these mutants or rooms, `-- --part 2/20` the second of twenty parts of all.
const table = chosen(readTable());
for (const mutant of table) mutate(readFileSync(mutant.file, "utf8"), mutant);
const tried = table.filter(({ same }) => same === undefined);
await step("Prisma client", generateClient);
const { root, remove } = copyTree();
process.on("exit", remove);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const server = await step("Database", async () => ({ said: "ready", value: await startTestServer() }));
const env = { TEST_POSTGRES_URL: server.url };

const files = [...new Set(tried.flatMap(({ tests }) => tests))];
const right = await step("No mistake", async () => {
  const seen = await runTests(root, files, env);
  return {
    said: seen.isWhole && !seen.failed ? `${files.length} files of tests pass` : "FAILED",
    value: seen,
  };
});
if (right.failed || !right.isWhole) {
  console.log(right.output);
  await server.stop();
  throw new Problem("Tests fail without any mistake: mend them first.");
}

const alive: Mutant[] = [];
for (const mutant of tried) {
  const seen = await step(mutant.id, async () => {
    const value = await tryMutant(root, mutant, env);
    return { said: said(value), value };
  });
  if (!seen.failed) alive.push(mutant);
  if (!seen.isWhole) console.log(seen.output);
}
await server.stop();
for (const { id, same } of table) if (same) say(id, `the same: ${same}`);
for (const { id, file, why } of alive) say(id, `ALIVE in ${file}: ${why}`);
console.log(`\nMutants alive: ${alive.length} of ${tried.length}`);
process.exit(alive.length === 0 ? 0 : 1);

function said({ failed, isWhole }: Seen): string {
  if (failed) return `killed by ${failed}`;
  return isWhole ? "ALIVE" : "ALIVE: the run ended badly, and no test failed";
}

function chosen(all: Mutant[]): Mutant[] {
  const only = option("--only")?.split(",");
  const unknown = only?.filter((name) => !all.some(({ id, room }) => id === name || room === name)) ?? [];
  if (unknown.length > 0) throw new Problem(`There is no mutant and no room ${unknown.join(", ")}.`);
  const wanted = all.filter(({ id, room }) => !only || only.includes(id) || only.includes(room));
  const part = option("--part");
  return part ? sliceOf("mutants", wanted, 1, { commit: "", long: part }, ({ id }) => id) : wanted;
}

function option(name: string): string | undefined {
  const at = process.argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const [, inline] = process.argv[at]?.split("=") ?? [];
  return at < 0 ? undefined : (inline ?? process.argv[at + 1]);
}
