import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepareBuild } from "./start/build";
import { runTool, step } from "./steps";

// npm run nodes: the same release starts, answers and takes a payment on each version of Node that we promise, and a part
// of the tests passes there. npm has Node's programs as packages; they go into a temporary folder.
const versions = ["20", "22", "24"];
const tests = ["lib/providers/secrets", "scripts/serve", "scripts/migrate", "app/api/v1/customers"];

const release = await prepareBuild("npm run nodes");
const { runOnEach } = await import("./lab/drills/releases");
const folder = mkdtempSync(path.join(tmpdir(), "sente-nodes-"));
let failed = 0;
try {
  const programs = await step("Nodes", async () => {
    const found = fetchNodes();
    return { said: versions.join(", "), value: found };
  });
  const outcomes = await runOnEach(programs);
  for (const [at, version] of versions.entries()) {
    const node = programs[at] ?? "";
    const { said, wrong } = outcomes[at] ?? { said: "", wrong: ["it did not run"] };
    console.log(wrong.length === 0 ? said : wrong.join("\n"));
    const passed = await step(`Tests ${version}`, () => runTests(node));
    if (wrong.length > 0 || !passed) failed += 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  release();
}
console.log(`\n${versions.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function fetchNodes(): string[] {
  const name = `node-${process.platform}-${process.arch}`;
  const wanted = versions.map((version) => `n${version}@npm:${name}@${version}`);
  const options = ["--prefix", folder, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--force"];
  execFileSync("npm", ["install", ...options, ...wanted], { stdio: "ignore" });
  return versions.map((version) => path.join(folder, "node_modules", `n${version}`, "bin/node"));
}

async function runTests(node: string): Promise<{ said: string; value: boolean }> {
  const { code, output } = await runTool(
    ["node_modules/vitest/vitest.mjs", "run", ...tests],
    { NO_COLOR: "1" },
    node,
  );
  if (code !== 0) console.log(output);
  const [, passed = "no"] = /Tests +(\d+) passed/.exec(output) ?? [];
  return { said: code === 0 ? `${passed} tests passed` : "FAILED", value: code === 0 };
}
