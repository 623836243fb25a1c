import { z } from "zod";
import { type DemoValues, demoProblems, withDemo } from "./env-demo";
import {
  backupProblems,
  backupShape,
  retentionShape,
  smsProblems,
  smsShape,
  watchShape,
  whatsappProblems,
  whatsappShape,
} from "./env-parts";
import { railProblems } from "./env-rails";
import {
  isContact,
  isLongSecret,
  isNo,
  isPostgresUrl,
  isWebUrl,
  needed,
  oneOf,
  optional,
  say,
  shaped,
  text,
  whole,
  yesOrNo,
} from "./env-values";

/** Something in the environment is unusable. The message has one sentence a line, each naming its variable. */
export class EnvironmentProblem extends Error {
  override name = "EnvironmentProblem";
}

/**
 * Everything that can be set from outside. `npm start` fills in what is marked "start"; nothing else is required.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | DATABASE_URL | start: the embedded PostgreSQL | `postgres://` URL of your own server; set it and no PostgreSQL is started |
 * | MIGRATE_DATABASE_URL | DATABASE_URL | The same database as the owner of its tables, for migrations alone; the app then needs no such rights |
 * | DATABASE_POOLER | none | `transaction` where DATABASE_URL leads to PgBouncer in that mode |
 * | DATABASE_DIRECT_URL | DATABASE_URL | The same database past the pooler, for migrations |
 * | SITE_URL | `http://localhost:PORT` | What payers and sellers type, without a slash at the end |
 * | PORT | 3000 | Where the app listens |
 * | HOST | 0.0.0.0 | The address the app listens on |
 * | DATA_DIR | .data | Database, generated secrets and demo.json |
 * | SECRET_KEY | start: generated into DATA_DIR | 32 bytes or more in base64 or hex; every other secret is derived from it |
 * | SECRET_KEY_OLD | none | Earlier values of SECRET_KEY, with commas between: they open what they sealed until `npm run rekey` |
 * | INNGEST_BASE_URL | start: the app itself | A real Inngest server, which then calls the sweeps instead of the app's own clock |
 * | INNGEST_EVENT_KEY | start: generated | Key for sending events |
 * | INNGEST_SIGNING_KEY | start: generated | `signkey-<environment>-<hex>`; unsigned calls are refused |
 * | INNGEST_SERVE_ORIGIN | the origin of SITE_URL | Where a real Inngest server calls the app, such as `http://app:3000` on an inner network |
 * | INNGEST_DEV | off | `1` or the URL of an Inngest dev server; never in production |
 * | ALLOW_LOCAL_WEBHOOKS | start: on with the embedded database and a SITE_URL of this machine, else off | Lets webhooks go to http://localhost |
 * | ALLOW_SANDBOX_RAIL | start: on with the embedded database and a SITE_URL of this machine, else off | Play money for every live page while no rail is on, and none is live |
 * | SANDBOX_MODE | start: handset, else auto | Who answers a prompt of the sandbox where the number's last digits ask for no outcome: `handset` (you, on its page) or `auto` (paid after 4 s) |
 * | WALLET_HOLD_MINUTES | start: 1 with the embedded database and a SITE_URL of this machine, else 1440 | How long a payment waits in the wallet before it can be paid out |
 * | WALLETS | on | `off`: no money comes into wallets here, each store is paid into accounts of its own; see self-hosting.md |
 * | OWN_ACCOUNTS | all | At which rails stores may connect accounts of their own: `all`, `none`, or ids of rails with commas between |
 * | OWN_ACCOUNTS_VERIFIED | off | `on`: only a store that is verified may connect one |
 * | FEES_STORES | none | Slugs of your own stores, one for each currency: their invoices ask stores for the fees of payments into own accounts |
 * | ETIMS | production | Which of Kenya's eTIMS stores connect to: `production`, `sandbox`, or an address of a test |
 * | FILES_STORE_MB | 1024 | How many megabytes of files one store may keep for its buyers to download |
 * | FILES_TOTAL_MB | 10240 | The same of all stores together: they are in the database and in its backups |
 * | DEMO | full | The demo store of a first start: `full` with 90 days behind it where the sandbox is allowed, `empty`, or `off` for none: then `npm run operator -- create` makes the first operator. `public`: strangers try it with play money, each in a store of their own for a day; see self-hosting.md and env-demo.ts |
 * | DEMO_STORES | 300 | How many stores a public demo holds open at a time |
 * | DEMO_WEBHOOK_URL | http://localhost:4000/hooks | Where the demo store's two endpoints point |
 * | SERVICE_NAME | Sente | The name people see |
 * | SECURITY_CONTACT | none: no security.txt | Who is told of a vulnerability: an address of mail or of a page, for /.well-known/security.txt |
 * | TERMS_URL | none: no link | The terms of this service, linked where people sign up |
 * | SMTP_URL | none: messages wait in the outbox page | `smtp://` or `smtps://` URL of a mail server |
 * | MAIL_FROM | SERVICE_NAME at the site's host | Sender of every message |
 * | SMS_PROVIDER and its keys | none: texts wait in the outbox page | See env-parts.ts |
 * | WHATSAPP_… | none: nothing goes by WhatsApp | The installation's number, see env-parts.ts and docs/whatsapp.md |
 * | METRICS_ADDRESS, ALERT_WEBHOOK_URL, HEARTBEAT_URL, OTEL_… | none | Who watches the service, see env-parts.ts |
 * | BACKUP_… | none: no backups | Where backups of the embedded database go, see env-parts.ts |
 * | RAIL_… | none: rails are set up at /ops/rails | Credentials of payment rails, see env-rails.ts and docs/rails |
 * | RETENTION_…_DAYS | see env-parts.ts | How many days of each log are kept, such as RETENTION_CALLBACKS_DAYS; /ops/health/retention shows all |
 * | TRUSTED_PROXY_HOPS | 0 | How many proxies of yours stand before the app and append to X-Forwarded-For |
 * | LOG_LEVEL | info | trace, debug, info, warn, error, fatal or silent |
 * | NODE_ENV | start: production | production, development or test |
 * | PAUSED | off; start: on while DATA_DIR holds the file `paused` | Pages and reads alone: nothing is sent, called, recorded or changed |
 * | DRAIN_DELAY | 0 | Seconds in which `/readyz` already refuses and requests are still taken, before a stop |
 * | WEB_CONCURRENCY | 1 | How many processes of the app answer behind the one port; about one for each core |
 * | DATABASE_POOL_SIZE | 10 | Connections each process keeps to the database |
 */
export type Env = z.output<typeof appSchema> & { SITE_URL: string; MAIL_FROM: string };

/** What an operator may set before start has filled in the rest: no database and no secret yet. */
export type OperatorEnv = z.output<typeof operatorSchema> & { SITE_URL: string; MAIL_FROM: string };

let parsed: Env | undefined;

/** The environment of this process, parsed once, on first use. Throws EnvironmentProblem. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Parses a whole environment. Throws EnvironmentProblem with one sentence for each bad variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  return withDerived(parseWith(appSchema, source, false));
}

/** The same before start has made a database and secrets. Throws EnvironmentProblem. */
export function parseOperatorEnv(source: Record<string, string | undefined>): OperatorEnv {
  return withDerived(parseWith(operatorSchema, source, true));
}

const aDatabase = "must be a postgres:// URL";
const aSecret = "must be 32 bytes or more in base64 or hex, such as `openssl rand -base64 32` prints";

const operatorSchema = z.object({
  DATABASE_URL: optional(shaped("DATABASE_URL", isPostgresUrl, aDatabase)),
  MIGRATE_DATABASE_URL: optional(shaped("MIGRATE_DATABASE_URL", isPostgresUrl, aDatabase)),
  DATABASE_POOLER: oneOf("DATABASE_POOLER", ["none", "transaction"], "none"),
  DATABASE_DIRECT_URL: optional(shaped("DATABASE_DIRECT_URL", isPostgresUrl, aDatabase)),
  SITE_URL: optional(
    shaped("SITE_URL", isWebUrl, "must be an http:// or https:// URL without a query").transform((url) =>
      url.replace(/\/+$/, ""),
    ),
  ),
  PORT: whole("PORT", 1, 65_535, 3000),
  HOST: text("0.0.0.0"),
  DATA_DIR: text(".data"),
  SECRET_KEY: optional(shaped("SECRET_KEY", isLongSecret, aSecret)),
  SECRET_KEY_OLD: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((key) => key.trim() || []))
    .refine(
      (keys) => keys.every(isLongSecret),
      say("SECRET_KEY_OLD", "must be earlier values of SECRET_KEY, with commas between"),
    ),
  INNGEST_BASE_URL: optional(
    shaped("INNGEST_BASE_URL", isWebUrl, "must be the http:// or https:// URL of an Inngest server"),
  ),
  INNGEST_EVENT_KEY: optional(z.string()),
  INNGEST_SIGNING_KEY: optional(
    shaped(
      "INNGEST_SIGNING_KEY",
      (key) => /^signkey-[A-Za-z0-9]+-[0-9a-fA-F]+$/.test(key),
      "must look like signkey-prod-0123abcd… (hex)",
    ),
  ),
  INNGEST_SERVE_ORIGIN: optional(
    shaped("INNGEST_SERVE_ORIGIN", isWebUrl, "must be the http:// or https:// address of the app"),
  ),
  INNGEST_DEV: optional(z.string()).transform((value) => (value && isNo(value) ? undefined : value)),
  ALLOW_LOCAL_WEBHOOKS: yesOrNo("ALLOW_LOCAL_WEBHOOKS", false),
  ALLOW_SANDBOX_RAIL: yesOrNo("ALLOW_SANDBOX_RAIL", false),
  WALLET_HOLD_MINUTES: whole("WALLET_HOLD_MINUTES", 0, 129_600, 1440),
  WALLETS: yesOrNo("WALLETS", true),
  OWN_ACCOUNTS: text("all").refine(
    (list) => /^[a-z0-9_]+( *, *[a-z0-9_]+)*$/.test(list),
    say("OWN_ACCOUNTS", "must be all, none, or ids of rails with commas between"),
  ),
  OWN_ACCOUNTS_VERIFIED: yesOrNo("OWN_ACCOUNTS_VERIFIED", false),
  FEES_STORES: text(""),
  ETIMS: text("production").refine(
    (where) => ["production", "sandbox"].includes(where) || isWebUrl(where),
    say("ETIMS", "must be production, sandbox, or an http:// or https:// address"),
  ),
  FILES_STORE_MB: whole("FILES_STORE_MB", 0, 10_485_760, 1024),
  FILES_TOTAL_MB: whole("FILES_TOTAL_MB", 0, 104_857_600, 10_240),
  SANDBOX_MODE: oneOf("SANDBOX_MODE", ["auto", "handset"], "auto"),
  DEMO: oneOf("DEMO", ["full", "empty", "off", "public"], "full"),
  DEMO_STORES: whole("DEMO_STORES", 1, 10_000, 300),
  DEMO_WEBHOOK_URL: text("http://localhost:4000/hooks").refine(
    isWebUrl,
    say("DEMO_WEBHOOK_URL", "must be an http:// or https:// URL"),
  ),
  SERVICE_NAME: text("Sente"),
  SECURITY_CONTACT: optional(
    shaped("SECURITY_CONTACT", isContact, "must be an e-mail address or an https:// address"),
  ),
  TERMS_URL: optional(shaped("TERMS_URL", isWebUrl, "must be an http:// or https:// address")),
  SMTP_URL: optional(
    shaped("SMTP_URL", (url) => /^smtps?:\/\/\S+$/.test(url), "must be an smtp:// or smtps:// URL"),
  ),
  MAIL_FROM: optional(
    shaped(
      "MAIL_FROM",
      (from) => /^[^\r\n]*@[^\r\n]+$/.test(from),
      "must be an address, such as Sente <no-reply@example.com>",
    ),
  ),
  ...smsShape,
  ...retentionShape,
  ...backupShape,
  TRUSTED_PROXY_HOPS: whole("TRUSTED_PROXY_HOPS", 0, 10, 0),
  LOG_LEVEL: oneOf("LOG_LEVEL", ["trace", "debug", "info", "warn", "error", "fatal", "silent"], "info"),
  NODE_ENV: oneOf("NODE_ENV", ["production", "development", "test"], "development"),
  PAUSED: yesOrNo("PAUSED", false),
  DRAIN_DELAY: whole("DRAIN_DELAY", 0, 60, 0),
  WEB_CONCURRENCY: whole("WEB_CONCURRENCY", 1, 64, 1),
  ...watchShape,
  ...whatsappShape,
  DATABASE_POOL_SIZE: whole("DATABASE_POOL_SIZE", 1, 200, 10),
});

const orStart = "or start the app with npm start";
const appSchema = operatorSchema.extend({
  DATABASE_URL: needed(
    "DATABASE_URL",
    isPostgresUrl,
    aDatabase,
    `must be set to a postgres:// URL, ${orStart}`,
  ),
  SECRET_KEY: needed(
    "SECRET_KEY",
    isLongSecret,
    aSecret,
    `must be set to 32 bytes or more in base64 or hex, ${orStart}`,
  ),
});

function parseWith<S extends z.ZodType>(
  schema: S,
  source: Record<string, string | undefined>,
  isStart: boolean,
): z.output<S> {
  const result = schema.safeParse(source);
  const own = result.success
    ? [
        ...smsProblems(z.object(smsShape).parse(result.data)),
        ...whatsappProblems(z.object(whatsappShape).parse(source)),
        ...backupProblems(z.object(backupShape).parse(source)),
      ]
    : result.error.issues.map((issue) => issue.message);
  const problems = [...own, ...railProblems(source), ...demoProblems(source, isStart)];
  if (!result.success || problems.length > 0) throw new EnvironmentProblem(problems.join("\n"));
  return result.data;
}

interface Derived extends DemoValues {
  SITE_URL?: string;
  PORT: number;
  MAIL_FROM?: string;
  SERVICE_NAME: string;
}

function withDerived<T extends Derived>(values: T): T & { SITE_URL: string; MAIL_FROM: string } {
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`;
  const sender = values.SERVICE_NAME.replace(/["<>\r\n]/g, "");
  return {
    ...withDemo(values),
    SITE_URL: siteUrl,
    MAIL_FROM: values.MAIL_FROM ?? `"${sender}" <no-reply@${new URL(siteUrl).hostname}>`,
  };
}
