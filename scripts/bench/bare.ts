import { fork } from "node:child_process";

/** A bare Node server that answers with the rows of one prepared statement; its values are the query's, in order. */
export async function startBare(databaseUrl: string, sql: string): Promise<{ url: string; stop(): void }> {
  const child = fork("scripts/bench/bare-server.ts", {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, BARE_DATABASE_URL: databaseUrl, BARE_SQL: sql },
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { port: number }));
    child.once("exit", () => reject(new Error("The bare server did not start.")));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
