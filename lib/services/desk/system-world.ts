import { openDatabase } from "@/lib/db/client";
import { retentionDays, retentionVariable } from "@/lib/domain/retention";
import { isThisMachine } from "@/lib/domain/sites";
import { env } from "@/lib/env";
import { readSmsPrice } from "@/lib/env-parts";
import { railVariables } from "@/lib/env-rails";
import { type CorrectedClock, createCorrectedClock } from "@/lib/providers/clock";
import { createLog } from "@/lib/providers/log";
import { createMachine } from "@/lib/providers/machine";
import { createMailer } from "@/lib/providers/mail/mailer";
import { noteRead } from "@/lib/providers/request-context";
import { closedPost, createSafePost } from "@/lib/providers/safe-post";
import { createSecrets } from "@/lib/providers/secrets";
import { createSms } from "@/lib/providers/sms/sms";
import { systemRandom } from "@/lib/providers/totp";
import { createWake, newWakes } from "@/lib/providers/wake";
import { createWhatsapp } from "@/lib/providers/whatsapp/create";
import { noRails, type Rails } from "@/lib/services/core/rails";
import { newCounts, newCourier, type World } from "@/lib/services/core/world";
import { callbackPoster, sandboxRails } from "@/lib/services/money/rails";
import { openRails } from "./rails/open-rails";

// Stored on globalThis because a development server reloads this module on every change, and each reload would open
// another pool.
const holder = globalThis as { senteWorld?: World };

/** The production world: one pool, the database's time, the network. Created on first use from the environment. */
export function systemWorld(): World {
  noteRead();
  holder.senteWorld ??= createSystemWorld();
  return holder.senteWorld;
}

const listenRestMs = 1_000;

function createSystemWorld(): World {
  const settings = env();
  const log = createLog(settings.LOG_LEVEL);
  const database = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL_SIZE, {
    pooled: settings.DATABASE_POOLER === "transaction",
  });
  const wakes = newWakes();
  const base = {
    db: database.prisma,
    pool: database.pool,
    clock: databaseTime(database.pool, log),
    random: systemRandom,
    secrets: createSecrets(
      Buffer.from(settings.SECRET_KEY, "utf8"),
      settings.SECRET_KEY_OLD.map((key) => Buffer.from(key, "utf8")),
    ),
    log,
    config: {
      siteUrl: settings.SITE_URL,
      ownUrl: `http://${ownHost(settings.HOST)}:${settings.PORT}`,
      serviceName: settings.SERVICE_NAME,
      smsPrice: readSmsPrice(settings.SMS_PRICE),
      whatsapp: {
        fallBack: {
          afterMs: settings.WHATSAPP_FALLBACK_MINUTES * 60_000,
          unless: settings.WHATSAPP_FALLBACK_UNLESS,
        },
        baseUrl: settings.WHATSAPP_BASE_URL,
      },
      allowLocalWebhooks: settings.ALLOW_LOCAL_WEBHOOKS,
      walletHoldMs: settings.WALLET_HOLD_MINUTES * 60_000,
      wallets: settings.WALLETS,
      ownAccounts: {
        rails: railsOf(settings.OWN_ACCOUNTS),
        verifiedOnly: settings.OWN_ACCOUNTS_VERIFIED,
      },
      feeStores: settings.FEES_STORES.split(",").flatMap((slug) => slug.trim() || []),
      retention: retentionDays((name) => settings[retentionVariable(name)]),
      files: {
        storeMaxBytes: megabytes(settings.FILES_STORE_MB),
        maxBytes: megabytes(settings.FILES_TOTAL_MB),
      },
      listenRestMs,
      etims: settings.ETIMS,
      alertUrl: settings.ALERT_WEBHOOK_URL,
      heartbeatUrl: settings.HEARTBEAT_URL,
      publicDemo: settings.DEMO === "public" ? { storesMax: settings.DEMO_STORES } : undefined,
    },
  };
  return {
    ...base,
    rails: systemRails(base, settings),
    post: base.config.publicDemo ? closedPost : createSafePost({ allowLocal: settings.ALLOW_LOCAL_WEBHOOKS }),
    mailer: createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM }),
    sms: createSms(settings),
    whatsapp: createWhatsapp(settings, {
      prices: {
        utility: readSmsPrice(settings.WHATSAPP_PRICE_UTILITY),
        marketing: readSmsPrice(settings.WHATSAPP_PRICE_MARKETING),
        authentication: readSmsPrice(settings.WHATSAPP_PRICE_AUTHENTICATION),
      },
      // Only where its conversations can be read by nobody but whoever tries it.
      sandboxSecret:
        settings.ALLOW_SANDBOX_RAIL &&
        !settings.SMS_PROVIDER &&
        !base.config.publicDemo &&
        isThisMachine(settings.SITE_URL)
          ? Buffer.from(base.secrets.mac("whatsapp-sandbox", "")).toString("hex")
          : null,
    }),
    courier: newCourier(),
    counts: newCounts(),
    machine: createMachine(settings.DATA_DIR),
    wakes,
    wake: createWake({ wakes, clock: base.clock, log }),
  };
}

/** Null: every rail. */
function railsOf(list: string): string[] | null {
  if (list === "all") return null;
  return list === "none" ? [] : list.split(",").map((id) => id.trim());
}

function megabytes(count: number): bigint {
  return BigInt(count) * 1_048_576n;
}

const compareMs = 60_000;

/** The common time of all processes. It is compared before its first use, and every minute. */
function databaseTime(
  pool: ReturnType<typeof openDatabase>["pool"],
  log: ReturnType<typeof createLog>,
): CorrectedClock {
  const clock = createCorrectedClock(async () => {
    const { rows } = await pool.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    if (!rows[0]) throw new Error("The database did not say what time it is.");
    return rows[0].at;
  });
  const tell = () => {
    const { aheadMs } = clock;
    if (aheadMs !== 0)
      log.error({ aheadMs }, "The clock of this machine is wrong; the database's is gone by instead.");
  };
  const again = () =>
    clock.compare().then(tell, (error: unknown) => log.warn({ err: error }, "The clocks were not compared."));
  void clock.compared?.().then(tell);
  setInterval(again, compareMs).unref();
  return clock;
}

/** How often each process reads the settings again, so that a change reaches all of them within half a minute. */
const railsReloadMs = 15_000;

function systemRails(
  world: Pick<World, "db" | "pool" | "clock" | "secrets" | "log" | "config">,
  settings: ReturnType<typeof env>,
): Rails {
  const sandbox = !settings.ALLOW_SANDBOX_RAIL
    ? noRails
    : sandboxRails({
        ...world,
        siteUrl: settings.SITE_URL,
        merchantName: settings.SERVICE_NAME,
        // Directly, because a proxy may not let the server call itself.
        sendCallback: callbackPoster(world.config.ownUrl ?? settings.SITE_URL),
        mode: settings.SANDBOX_MODE,
      });
  // Whatever an operator types there: a public demo has no other rail.
  if (world.config.publicDemo) return sandbox;
  const rails = openRails(world, railVariables(process.env), sandbox);
  void rails.routes?.ready();
  const again = () =>
    rails.routes
      ?.reload()
      .catch((error: unknown) => world.log.warn({ err: error }, "The settings of the rails are not new."));
  setInterval(again, railsReloadMs).unref();
  return rails;
}

/** The host for calls to this server itself: the address that means "all interfaces" cannot be called. */
function ownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
