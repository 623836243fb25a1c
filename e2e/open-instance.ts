import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { scratchDirectory } from "@/scripts/lab/testing/scratch";

/** The longest a first start takes: it may have to build. */
const readyWithinMs = 300_000;

export interface Instance {
  dataDir: string;
  demoFile: string;
  siteUrl: string;
  /** Ends it and throws its data away. */
  stop(): Promise<void>;
}

/** Starts Sente as `npm start` does, with data and a port of its own, and these variables over the usual ones. */
export async function openInstance(variables: Record<string, string> = {}): Promise<Instance> {
  const dataDir = scratchDirectory("sente-e2e-");
  const port = await freePort();
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_URL: "",
      // Payouts are part of the stories, and a day is longer than they are.
      WALLET_HOLD_MINUTES: "0",
      DATABASE_URL: "",
      // Stories count what they did themselves.
      DEMO: "empty",
      ...variables,
    },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    const complain = (why: string) => reject(new Error(`The instance ${why}:\n${said}`));
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += String(chunk);
        if (said.includes("Ready after")) resolve();
      });
    child.once("close", () => complain("ended"));
    setTimeout(() => complain("did not get ready"), readyWithinMs).unref();
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  await ready.catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    dataDir,
    demoFile: path.join(dataDir, "demo.json"),
    siteUrl: variables.SITE_URL || `http://localhost:${port}`,
    stop,
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
