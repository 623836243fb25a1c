import { isThisMachine } from "@/lib/domain/sites";
import { type OperatorEnv, parseOperatorEnv } from "@/lib/env";
import type { World } from "@/lib/services/core/world";
import { readSecrets, type Secrets } from "./data-directory";
import { reach } from "./doors";

/** The environment of the app's processes: the operator's, completed by the values that start has generated. */
export type AppEnvironment = NodeJS.ProcessEnv & { DATABASE_URL: string; SITE_URL: string };

/** Completes the operator's environment. `isOwnClock`: no real Inngest server does the work. */
export function appEnvironment(
  settings: OperatorEnv,
  secrets: Secrets,
  given: {
    databaseUrl: string;
    dataDir: string;
    dev: boolean;
    isOwnClock: boolean;
    isPaused?: boolean;
  },
): AppEnvironment {
  // Only for a trial: an own database means real use, and so does an address that others can reach.
  const isTrial = !settings.DATABASE_URL && isThisMachine(settings.SITE_URL);
  // The app knows by the key that it is the clock itself; other programs on this machine wake it there (inngest/wake-door.ts).
  const executor = given.isOwnClock
    ? {
        INNGEST_BASE_URL: `${appUrlFor(settings)}/`,
        INNGEST_EVENT_KEY: secrets.inngestEventKey,
        INNGEST_SIGNING_KEY: secrets.inngestSigningKey,
      }
    : {};
  // Only migrations use the owner of the tables: the app's processes never get its credentials.
  const { MIGRATE_DATABASE_URL: _, ...inherited } = process.env;
  return {
    ...withoutBackups(inherited),
    NODE_ENV: given.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: given.databaseUrl,
    SITE_URL: settings.SITE_URL,
    PORT: String(settings.PORT),
    HOST: settings.HOST,
    DATA_DIR: given.dataDir,
    PAUSED: String(given.isPaused ?? false),
    SECRET_KEY: settings.SECRET_KEY ?? secrets.secretKey,
    ALLOW_LOCAL_WEBHOOKS: process.env.ALLOW_LOCAL_WEBHOOKS?.trim() || String(isTrial),
    ALLOW_SANDBOX_RAIL: process.env.ALLOW_SANDBOX_RAIL?.trim() || String(isTrial),
    // In a trial, a day is too long to wait for a payout.
    WALLET_HOLD_MINUTES: process.env.WALLET_HOLD_MINUTES?.trim() || (isTrial ? "1" : "1440"),
    // In a trial, the same person also holds the payer's phone.
    SANDBOX_MODE: process.env.SANDBOX_MODE?.trim() || "handset",
    // With one arena per thread, glibc holds 40 MB more memory than the app uses, without being faster.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX?.trim() || "2",
    ...executor,
  };
}

/** The services of the instance of this environment or DATA_DIR, in this process; the instance may be running. */
export async function openWorld(): Promise<World> {
  const settings = parseOperatorEnv(process.env);
  const dataDir = settings.DATA_DIR;
  const given = { databaseUrl: reach(settings).appUrl, dataDir, dev: false, isOwnClock: true };
  Object.assign(process.env, appEnvironment(settings, readSecrets(dataDir), given), { LOG_LEVEL: "error" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const world = systemWorld();
  await world.rails.routes?.ready();
  return world;
}

/** Nor do they get what opens the backups, or deletes them. */
function withoutBackups(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith("BACKUP_"));
  return { NODE_ENV: environment.NODE_ENV, ...Object.fromEntries(others) };
}

/** Whether the operator has their own Inngest server, so that the app is not its own clock. */
export function hasOwnInngest(settings: OperatorEnv): boolean {
  const { INNGEST_BASE_URL, INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = settings;
  return [INNGEST_BASE_URL, INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY].some(
    (value) => value !== undefined,
  );
}

/** Where an executor calls the app: the address it listens on, or this machine when it listens on all addresses. */
export function appUrlFor(settings: OperatorEnv): string {
  const everywhere = settings.HOST === "0.0.0.0" || settings.HOST === "::";
  const host = everywhere ? "127.0.0.1" : settings.HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}/api/inngest`;
}

/** What every program needs: paths of programs and libraries, the user, the language and the time zone. */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|LC_\w+|TZ|(DY)?LD_LIBRARY_PATH|SYSTEMROOT)$/i;

/**
 * The environment for a third-party program or one that needs little: without the operator's secrets of our own
 * environment, which would end up in its memory, its dumps and its process files.
 */
export function bareEnvironment(more: Record<string, string> = {}, from = process.env): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(from).filter(([name]) => needed.test(name)));
  return { ...kept, NODE_ENV: from.NODE_ENV ?? "production", ...more };
}
