import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports";
import { Problem } from "./problem";

/** A copy of the service beside whatever else runs, as `npm start` runs it. */
export interface Service {
  url: string;
  child: ChildProcess;
  /** Everything that it printed. */
  said(): string;
  /** Throws Problem when it ends before, or does not say it in time. */
  untilSaid(words: string, withinMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** False for a start that must be refused: it is waited for its end. */
  isReady?: boolean;
  /** Of another release than this folder's. */
  bootstrap?: string;
  /** Another Node. */
  node?: string;
  /** The control group that limits it. */
  group?: string;
}

const readyWithinMs = 300_000;
/** What would lead a copy to somebody else's database, executor, backups, metrics or address. */
const notInherited = /^(INNGEST_|DATABASE_|MIGRATE_|BACKUP_|METRICS_|SITE_URL|HOST|WEB_CONCURRENCY)/;

/** Starts it with these variables, DATA_DIR among them, on a free port where they name none, and waits until it is ready. */
export async function startService(
  variables: Record<string, string> & { DATA_DIR: string },
  {
    isReady = true,
    bootstrap = "scripts/bootstrap.mjs",
    node = process.execPath,
    group,
  }: ServiceOptions = {},
): Promise<Service> {
  const port = variables.PORT ?? String(await freePort());
  // Empty, and not left out: the copy reads .env again, for what it does not have.
  const inherited = Object.entries(process.env).map(([name, value]) => [
    name,
    notInherited.test(name) ? "" : value,
  ]);
  const command = [node, bootstrap, "start"];
  // Before its first process there is none that could have its memory elsewhere.
  const joined = ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group ?? "", ...command];
  const [program = "", ...args] = group ? joined : command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ NODE_ENV: "production", ...Object.fromEntries(inherited), npm_lifecycle_event: undefined },
      ...{ ...variables, PORT: port },
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const service: Service = {
    url: `http://127.0.0.1:${port}`,
    child,
    said: () => said,
    async untilSaid(words, withinMs = readyWithinMs) {
      for (const end = performance.now() + withinMs; !said.includes(words); await sleep(50))
        if (hasEnded() || performance.now() > end) throw new Problem(`It did not say "${words}":\n${said}`);
    },
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await ended;
    },
  };
  if (!isReady) await ended;
  else
    await service.untilSaid("Ready after").catch(async (error) => {
      await service.stop();
      throw error;
    });
  return service;
}
