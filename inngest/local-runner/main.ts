import { isSigningKey } from "@/inngest/signature";
import { createLog } from "@/lib/providers/log";
import { startRunner } from "./runner";

/**
 * The process that `npm start` runs beside the app: it triggers the app's Inngest functions while no real Inngest
 * server is set. It ends on SIGTERM and SIGINT, and when its parent process ends.
 */
async function main(): Promise<void> {
  const port = Number(variable("RUNNER_PORT"));
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) fail("RUNNER_PORT must be a port, 1 to 65535.");
  const appUrl = variable("APP_URL");
  if (!URL.canParse(appUrl) || new URL(appUrl).protocol !== "http:") fail("APP_URL must be an http address.");
  const signingKey = variable("INNGEST_SIGNING_KEY");
  if (!isSigningKey(signingKey)) fail("INNGEST_SIGNING_KEY must be signkey-prod- and lower-case hex pairs.");
  const eventKey = variable("INNGEST_EVENT_KEY");
  const runner = await startRunner({ port, appUrl, signingKey, eventKey, log }).catch(({ code, message }) =>
    fail(code === "EADDRINUSE" ? `Port ${port} (RUNNER_PORT) is taken.` : `Cannot start: ${message}`),
  );
  log(`Listening on http://127.0.0.1:${runner.port}.`);
  let isEnding = false;
  const end = (reason: string) => {
    if (isEnding) process.exit(1);
    isEnding = true;
    log(`${reason}; stopping.`);
    void runner.stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => end(signal));
  // The channel closes when `npm start` ends, for any reason.
  process.on("disconnect", () => end("The process that started the runner is gone"));
}

function variable(name: string): string {
  return process.env[name] || fail(`${name} is not set.`);
}

const lines = process.stdout.isTTY ? null : createLog("info", process.stdout);
const facts = { part: "runner" };

function log(line: string): void {
  if (lines) lines.info(facts, line);
  else process.stdout.write(`local runner: ${line}\n`);
}

function fail(sentence: string): never {
  if (lines) lines.error(facts, sentence);
  else process.stderr.write(`local runner: ${sentence}\n`);
  process.exit(1);
}

// Does not wait for a reader: a closed pipe must not end the runner before its calls have ended.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
void main();
