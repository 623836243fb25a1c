import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** A first start may have to build. */
const readyWithinMs = 240_000;

export interface Place {
  dataDir: string;
  port: number;
  /** Where the demo store's endpoints point. */
  hookUrl: string;
}

/** A Sente that was started as `npm start` does. */
export interface Instance {
  child: ChildProcess;
  /** From the command to the line that says it is ready. */
  readyMs: number;
  /** Everything it has printed. */
  said(): string;
  /** Settles with the exit code, or the signal, once start itself is gone. */
  ended: Promise<number | string | null>;
}

/** Starts an instance and waits until it says that it is ready. Throws with all it said when it ends before. */
export async function startAt({ dataDir, port, hookUrl }: Place): Promise<Instance> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_WEBHOOK_URL: hookUrl,
      SITE_URL: "",
      DATABASE_URL: "",
      DEMO: "empty",
    },
  });
  let said = "";
  const ended = new Promise<number | string | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not ready in time:\n${said}`)), readyWithinMs);
    late.unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said += String(chunk);
        if (said.includes("Ready after")) resolve();
      });
    }
    void ended.then((how) => reject(new Error(`Ended (${how}) before it was ready:\n${said}`)));
  });
  return { child, readyMs: performance.now() - startedAt, said: () => said, ended };
}

/** What the spec uses of the files that a first start writes. */
export function readPlace(dataDir: string) {
  const json = (name: string) => JSON.parse(readFileSync(path.join(dataDir, name), "utf8"));
  const { base_url, test_key, products, store, webhook_test_secret } = json("demo.json");
  const password = encodeURIComponent(json("secrets.json").databasePassword);
  return {
    baseUrl: String(base_url),
    testKey: String(test_key),
    productId: Number(products[0].id),
    storeId: Number(store.id),
    testSecret: String(webhook_test_secret),
    databaseUrl: `postgres://sente:${password}@127.0.0.1:${json("ports.json").postgres}/sente`,
  };
}

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
