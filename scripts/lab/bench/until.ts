import { fork } from "node:child_process";
import { Problem } from "../../problem";

/**
 * Checks every `everyMs` until `isDone`. Throws Problem with the message `late` after `withinMs`: what has not arrived
 * by then is lost.
 */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, withinMs, late }: { everyMs: number; withinMs: number; late: () => string },
): Promise<void> {
  const lateAt = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > lateAt) throw new Problem(late());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** A bare Node server that answers with the rows of one prepared statement; its values are the query's, in order. */
export async function startBare(databaseUrl: string, sql: string): Promise<{ url: string; stop(): void }> {
  const child = fork("scripts/lab/bench/bare-server.ts", {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, BARE_DATABASE_URL: databaseUrl, BARE_SQL: sql },
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { port: number }));
    child.once("exit", () => reject(new Error("The bare server did not start.")));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
