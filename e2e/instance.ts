import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkBooks, embeddedDatabaseUrl } from "@/scripts/books";

/** The longest a first start takes: it may have to build. */
const readyWithinMs = 300_000;

/**
 * Starts Sente as `npm start` does, with data and a port of its own, and tells the workers where its demo.json is.
 * With E2E_DEMO_FILE set, the instance that wrote that file is used and left running. Returns how to stop it.
 */
export default async function startInstance(): Promise<() => Promise<void>> {
  if (process.env.E2E_DEMO_FILE) return async () => undefined;
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-e2e-"));
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SITE_URL: "",
      // Payouts are part of the stories, and a day is longer than they are.
      WALLET_HOLD_MINUTES: "0",
      DATABASE_URL: "",
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
  process.env.E2E_DEMO_FILE = path.join(dataDir, "demo.json");
  return async () => {
    const broken = await checkBooks(embeddedDatabaseUrl(dataDir)).finally(stop);
    // Every payment, refund and payout of all stories together: this fails the run, not one of them.
    if (broken.length > 0) throw new Error(`After all stories the books are wrong:\n${broken.join("\n")}`);
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
