import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../ports";
import { Problem } from "../problem";

const readyWithinMs = 180_000;

/** A Sente as `npm start` runs it, for drills. */
export interface Place {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything that it printed. */
  said(): string;
  untilSaid(words: string, withinMs?: number): Promise<void>;
  liveKey(): string;
  stop(): Promise<void>;
}

/** Starts a place on `dataDir`, else on a new one that is deleted at its end, and waits until it is ready. */
export async function openPlace(
  variables: Record<string, string> = {},
  options: { dataDir?: string; isReady?: boolean; bootstrap?: string; node?: string } = {},
): Promise<Place> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "sente-drill-"));
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(INNGEST_|DATABASE_|SITE_URL)/.test(name),
  );
  const own = { DATA_DIR: dataDir, PORT: String(port), DEMO: "empty", ...variables };
  const { bootstrap = "scripts/bootstrap.mjs", node = process.execPath } = options;
  const child = spawn(node, [bootstrap, "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_ENV: "production", ...Object.fromEntries(inherited), ...own },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const place: Place = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    child,
    said: () => said,
    async untilSaid(words, withinMs = readyWithinMs) {
      const from = performance.now();
      while (!said.includes(words)) {
        if (hasEnded() || performance.now() - from > withinMs)
          throw new Problem(`It did not say "${words}":\n${said}`);
        await sleep(50);
      }
    },
    liveKey: () => JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")).live_key,
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await ended;
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (options.isReady === false) await ended;
  else
    await place.untilSaid("Ready after").catch(async (error) => {
      await place.stop();
      throw error;
    });
  return place;
}
