// Runs a script of this project on a clone that may have no node_modules yet. Plain JavaScript without packages,
// because it must work before any is installed. Then it loads the TypeScript script into this same process, so that
// there is one process less to stop and signal.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(fileURLToPath(import.meta.url), "../..");
const leastNode = [20, 19];

requireNode();
// A start by way of a link follows the link when it is told to reload (scripts/start/code.ts).
process.env.SENTE_HOME = path.resolve(process.argv[1], "../..");
process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");
const command = process.argv[2] ?? "start";
// A release holds the built commands and needs neither tools nor an installation.
const isRelease = existsSync("release.json");
// The other commands run Sente, which also works after `npm ci --omit=dev`.
const needsTools = JSON.parse(readFileSync("scripts/tools.json", "utf8")).includes(command);
if (isRelease) await runBuilt(command);
else {
  if (!isInstalled()) await install();
  await run(command);
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return;
  fail(
    `Sente needs Node ${leastNode.join(".")} or newer, and this is ${process.versions.node}: install it from nodejs.org.`,
  );
}

// npm writes node_modules/.package-lock.json as the last step of an installation, so it serves as the stamp: it lists
// what is really installed, whoever ran npm, and an interrupted installation has none.
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
    const present = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8")).packages;
    return Object.entries(wanted).every(
      ([name, entry]) =>
        name === "" ||
        entry.optional ||
        entry.devOptional ||
        (entry.dev && !needsTools) ||
        present[name]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

async function install() {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log("Packages      npm ci (the first time this takes a minute or two)");
  const ticker = setInterval(() => console.log(`Packages      still installing, ${seconds()} s`), 10_000);
  // No package may run code at installation: nothing here needs it. NODE_ENV=production must not drop the build tools.
  const args = [
    "ci",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const npm = process.env.npm_execpath;
  const child = npm?.endsWith(".js")
    ? spawn(process.execPath, [npm, ...args], { stdio: ["ignore", "inherit", "inherit"] })
    : spawn("npm", args, { stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve) => child.on("exit", resolve).on("error", () => resolve(1)));
  clearInterval(ticker);
  if (code !== 0)
    fail("npm ci did not succeed: read its message above, check the network connection and run this again.");
  console.log(`Packages      installed  ${seconds()} s`);
}

async function run(name) {
  const file = path.join(root, "scripts", `${name}.ts`);
  if (!existsSync(file)) fail(`There is no scripts/${name}.ts.`);
  process.argv.splice(1, 2, file);
  const { register } = await import("tsx/esm/api");
  register();
  const { explain } = await import(pathToFileURL(path.join(root, "scripts", "problem.ts")).href);
  await import(pathToFileURL(file).href).catch((error) =>
    fail(explain(error, process.env.DATA_DIR || ".data")),
  );
}

async function runBuilt(name) {
  const file = path.join(root, ".next/programs", `scripts-${name}.mjs`);
  if (!existsSync(file))
    fail(`A release has no npm run ${name}: that is for those who change Sente, with its source code.`);
  process.argv.splice(1, 2, file);
  process.setSourceMapsEnabled(true);
  const { explain } = await import(pathToFileURL(path.join(root, ".next/programs/scripts-problem.mjs")).href);
  await import(pathToFileURL(file).href).catch((error) =>
    fail(explain(error, process.env.DATA_DIR || ".data")),
  );
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
