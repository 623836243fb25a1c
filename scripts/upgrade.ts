import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseOperatorEnv } from "@/lib/env";
import { Problem } from "./problem";
import { isRelease, readStart } from "./start/code";
import { say, step } from "./steps";

// npm run upgrade, in the folder of another version: builds it beside the one that runs, points the link at it through
// which that one was started, and has it take over. If it does not get ready, all stays as it was. It is also the way
// back, called in the folder of the version before.
const withinMs = 5 * 60_000;
const dataDir = path.resolve(parseOperatorEnv(process.env).DATA_DIR);
const code = process.cwd();

// A release brings its build, and not what makes one.
if (!isRelease) (await (await import("./start/build")).prepareBuild("npm run upgrade"))();
const running = await readStart(dataDir);
if (!running)
  throw new Problem(
    `No Sente runs on ${dataDir}: set DATA_DIR to that of the running one, or start this version.`,
  );
if (!lstatSync(running.home).isSymbolicLink())
  throw new Problem(
    `The Sente on ${dataDir} was started in ${running.home} itself: stop it, and start it through a link, which can lead to another version later (docs/self-hosting.md).`,
  );
if (running.isTty)
  throw new Problem("The running Sente belongs to a terminal: press Ctrl-C there, and start this version.");

const before = readlinkSync(running.home);
await step("Upgrade", async () => {
  lead(running.home, code);
  process.kill(running.pid, "SIGHUP");
  const served = await servedAfter(running.reloads);
  if (served !== code) lead(running.home, before);
  if (served === undefined) throw new Problem("The running Sente ended or did not answer: its log says why.");
  if (served !== code)
    throw new Problem(`${code} did not get ready, and ${served} goes on: the log of the service says why.`);
  return `${code} serves`;
});
say("Back", `cd ${path.resolve(path.dirname(running.home), before)} && npm run upgrade`);
say("", "The start itself and the database are of the version before until the service is restarted.");

/** The folder of the code that serves once the reload has ended; undefined if it does not end. */
async function servedAfter(reloads: number): Promise<string | undefined> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(100)) {
    const start = await readStart(dataDir);
    if (!start) return undefined;
    if (start.reloads > reloads) return start.code;
  }
  return undefined;
}

/** In one step: there is always a link that leads somewhere. */
function lead(link: string, target: string): void {
  const draft = `${link}.new`;
  rmSync(draft, { force: true });
  symlinkSync(target, draft);
  renameSync(draft, link);
}
