import { fstatSync } from "node:fs";
import { startRunner } from "./runner";
import { isSigningKey } from "./signature";

/** Read before anything else, so that a parent that dies while the runner starts is noticed too. */
const firstParent = process.ppid;

/**
 * The process that `npm start` runs beside the app: the clock of its Inngest functions while no real Inngest server is
 * set. It ends on SIGTERM and SIGINT, and when whoever started it is gone.
 */
async function main(): Promise<void> {
  const port = Number(variable("RUNNER_PORT"));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    fail("RUNNER_PORT must be a port between 1 and 65535.");
  const appUrl = variable("APP_URL");
  if (!URL.canParse(appUrl) || !/^https?:$/.test(new URL(appUrl).protocol))
    fail("APP_URL must be an http(s) address.");
  const signingKey = variable("INNGEST_SIGNING_KEY");
  if (!isSigningKey(signingKey))
    fail("INNGEST_SIGNING_KEY must be signkey-prod- followed by lower-case hex pairs.");
  const eventKey = variable("INNGEST_EVENT_KEY");
  const runner = await startRunner({ port, appUrl, signingKey, eventKey, log }).catch(
    (error: NodeJS.ErrnoException) =>
      fail(
        error.code === "EADDRINUSE"
          ? `Port ${port} (RUNNER_PORT) is taken.`
          : `Cannot start: ${error.message}`,
      ),
  );
  log(`Listening on http://127.0.0.1:${runner.port}.`);
  let isEnding = false;
  const end = (reason: string) => {
    if (isEnding) process.exit(1);
    isEnding = true;
    log(`${reason}; stopping.`);
    void runner.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  onParentGone(() => {
    if (!isEnding) end("The process that started the runner is gone");
  });
}

/**
 * Three signs, because no one of them is always there: the IPC channel closes, standard input (when it is a pipe) ends,
 * or the process gets another parent. An input that has ended before the first second says nothing: it was inherited so.
 */
function onParentGone(call: () => void): void {
  const startedAt = process.uptime();
  if (process.connected) process.once("disconnect", call);
  if (isPipe(0)) {
    process.stdin.on("end", () => {
      if (process.uptime() - startedAt > 1) call();
    });
    process.stdin.on("error", () => {});
    process.stdin.resume();
  }
  setInterval(() => {
    if (process.ppid !== firstParent) call();
  }, 1000).unref();
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}

function variable(name: string): string {
  return process.env[name] || fail(`${name} is not set.`);
}

/** Written without waiting for a reader: a closed pipe must not end the runner before it has drained. */
function log(line: string): void {
  process.stdout.write(`local runner: ${line}\n`);
}

function fail(sentence: string): never {
  process.stderr.write(`local runner: ${sentence}\n`);
  process.exit(1);
}

process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
void main();
