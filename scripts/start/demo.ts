import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { withClient } from "@/lib/db/connect";
import { Problem } from "../problem";
import { isRelease, launchArguments } from "./code";
import { isRestored, writePrivately } from "./data-directory";

const login = z.object({ email: z.string(), password: z.string() });

/** Missing in the file of a demo store that is older than this page. */
const laterAddition = z.string().nullable().default(null);

const demoSchema = z.object({
  site_url: z.string(),
  base_url: z.string(),
  owner: login,
  operator: login,
  store: z.object({ id: z.number(), slug: z.string() }),
  live_key: z.string(),
  test_key: z.string(),
  products: z.array(z.object({ id: z.number(), name: z.string(), subscribe_url: z.string() })),
  payment_link_url: laterAddition,
  invoice_url: laterAddition,
  product_url: laterAddition,
  mpesa_code: laterAddition,
  webhook_test_secret: z.string().nullable(),
  webhook_live_secret: z.string().nullable(),
});

/** The content of demo.json: everything a person or a program needs to try the API. */
export type DemoFile = z.output<typeof demoSchema>;

/**
 * Seeds the demo store until that has succeeded once, and writes DATA_DIR/demo.json; later starts only update its
 * addresses to the current site. An operator's own database is seeded only while it has no user; with DEMO=off, paused
 * or restored from a backup none is.
 * Returns the content of the file; null without one.
 */
export async function prepareDemo(
  dataDir: string,
  environment: NodeJS.ProcessEnv & { DATABASE_URL: string; SITE_URL: string },
  ownDatabase: boolean,
  isPaused = false,
): Promise<{ outcome: "seeded" | "kept" | "none"; demo: DemoFile | null }> {
  const file = path.join(dataDir, "demo.json");
  if (environment.DEMO?.trim() === "public") {
    await refuseRealStores(environment.DATABASE_URL);
    return { outcome: "none", demo: null };
  }
  if (existsSync(file)) {
    const kept = readDemo(file);
    const moved = moveTo(environment.SITE_URL, kept);
    if (moved !== kept) writePrivately(file, moved);
    return { outcome: "kept", demo: moved };
  }
  // A copy of another instance is somebody's real data, or waits to be.
  if (isPaused || isRestored(dataDir)) return { outcome: "none", demo: null };
  if (environment.DEMO?.trim() === "off") return { outcome: "none", demo: null };
  if (ownDatabase && (await hasUsers(environment.DATABASE_URL))) return { outcome: "none", demo: null };
  const demo = await seedInChild(ownDatabase ? environment : withoutWaiting(environment));
  writePrivately(file, demo);
  return { outcome: "seeded", demo };
}

function readDemo(file: string): DemoFile {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Problem(
      `${file} is damaged: delete it to have the demo store made again, or put it back from a backup.`,
    );
  }
}

function moveTo(siteUrl: string, demo: DemoFile): DemoFile {
  if (demo.site_url === siteUrl) return demo;
  const move = (url: string) =>
    url.startsWith(demo.site_url) ? siteUrl + url.slice(demo.site_url.length) : url;
  return {
    ...demo,
    site_url: siteUrl,
    base_url: move(demo.base_url),
    payment_link_url: demo.payment_link_url && move(demo.payment_link_url),
    invoice_url: demo.invoice_url && move(demo.invoice_url),
    product_url: demo.product_url && move(demo.product_url),
    products: demo.products.map((product) => ({ ...product, subscribe_url: move(product.subscribe_url) })),
  };
}

/** Whoever may be told apart from a visitor would be shown to strangers, or deleted after a day. */
async function refuseRealStores(databaseUrl: string): Promise<void> {
  const real = `SELECT 1 FROM accounts a LEFT JOIN members m ON m.account_id = a.id LEFT JOIN users u ON u.id = m.user_id
    WHERE NOT a.is_demo OR u.email NOT LIKE 'visitor-%@example.com' LIMIT 1`;
  const { rowCount } = await withClient(databaseUrl, (client) => client.query(real));
  if (rowCount !== 0)
    throw new Problem(
      "DEMO is public, and this database has a store that no visitor opened: use a new DATA_DIR.",
    );
}

async function hasUsers(databaseUrl: string): Promise<boolean> {
  const { rowCount } = await withClient(databaseUrl, (client) => client.query("SELECT 1 FROM users LIMIT 1"));
  return rowCount !== 0;
}

// On the embedded server: waiting for the disk at each of some thousand commits takes longer than the commits do. If the
// machine fails meanwhile, the next start makes another demo store.
function withoutWaiting(environment: NodeJS.ProcessEnv & { DATABASE_URL: string }): NodeJS.ProcessEnv {
  const url = new URL(environment.DATABASE_URL);
  url.searchParams.set("options", "-c synchronous_commit=off");
  return { ...environment, DATABASE_URL: url.href };
}

// The seed opens the app's own pool and Prisma client, which the long-lived start process does not need.
function seedInChild(environment: NodeJS.ProcessEnv): Promise<DemoFile> {
  const child = spawn(process.execPath, launchArguments("scripts/start/seed-process.ts", !isRelease), {
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let demo: DemoFile | undefined;
  let complaint = "see the message above";
  child.on("message", (message) => {
    const parsed = demoSchema.safeParse(message);
    if (parsed.success) demo = parsed.data;
    else if (typeof message === "string") complaint = message.replace(/\.$/, "");
    else complaint = `its answer is wrong at ${parsed.error.issues[0]?.path.join(".")}`;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      if (demo) resolve(demo);
      else reject(new Problem(`The demo store could not be made: ${complaint}.`));
    });
  });
}
