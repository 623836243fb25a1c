import { z } from "zod";
import { isCurrency, type Money, parseAmount } from "@/lib/domain/money";
import {
  type Retained,
  type RetentionVariable,
  retainedNames,
  retention,
  retentionMostDays,
  retentionVariable,
} from "@/lib/domain/retention";
import { isNo, isYes, oneOf, setting, whole } from "./env-values";

/**
 * Who takes our text messages. None by default: they then wait in the outbox page, where they can be read.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | SMS_PROVIDER | none | `africastalking` or `twilio` |
 * | AFRICASTALKING_USERNAME | | Your user name there; `sandbox` for their sandbox |
 * | AFRICASTALKING_API_KEY | | The key of that user |
 * | AFRICASTALKING_FROM | their shared sender | A short code or name that is registered with them |
 * | TWILIO_ACCOUNT_SID | | `AC…` |
 * | TWILIO_AUTH_TOKEN | | The token of that account |
 * | TWILIO_FROM | | The number or name that texts come from; or the next one |
 * | TWILIO_MESSAGING_SERVICE_SID | | `MG…`, a service that chooses the number |
 * | SMS_PRICE | not said | What one text costs, such as `KES 0.80`: sellers see what their alerts cost |
 */
export const smsShape = {
  SMS_PROVIDER: setting.pipe(
    z
      .enum(["africastalking", "twilio"], { error: "SMS_PROVIDER must be one of africastalking, twilio." })
      .optional(),
  ),
  AFRICASTALKING_USERNAME: setting,
  AFRICASTALKING_API_KEY: setting,
  AFRICASTALKING_FROM: setting,
  TWILIO_ACCOUNT_SID: setting,
  TWILIO_AUTH_TOKEN: setting,
  TWILIO_FROM: setting,
  TWILIO_MESSAGING_SERVICE_SID: setting,
  SMS_PRICE: setting,
};

/**
 * The installation's number of WhatsApp, by its provider's Cloud API. None by default. See docs/whatsapp.md.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | WHATSAPP_PHONE_NUMBER_ID | none | The provider's id of the number, not the number |
 * | WHATSAPP_TOKEN | | A token of a system user that may send messages |
 * | WHATSAPP_APP_SECRET | | The app's secret, which signs what the provider tells |
 * | WHATSAPP_VERIFY_TOKEN | | A word of yours, typed with the address of the webhook |
 * | WHATSAPP_PRICE_UTILITY | not said | What one message of that category costs, such as `KES 1.20`; so do WHATSAPP_PRICE_MARKETING and WHATSAPP_PRICE_AUTHENTICATION |
 * | WHATSAPP_FALLBACK_MINUTES | 30 | After how many minutes an SMS goes instead |
 * | WHATSAPP_FALLBACK_UNLESS | delivered | How far a message must have got by then: `delivered` or `read` |
 * | WHATSAPP_BASE_URL | the provider's | For tests: where its API is |
 */
export const whatsappShape = {
  WHATSAPP_PHONE_NUMBER_ID: setting,
  WHATSAPP_TOKEN: setting,
  WHATSAPP_APP_SECRET: setting,
  WHATSAPP_VERIFY_TOKEN: setting,
  WHATSAPP_PRICE_UTILITY: setting,
  WHATSAPP_PRICE_MARKETING: setting,
  WHATSAPP_PRICE_AUTHENTICATION: setting,
  WHATSAPP_FALLBACK_MINUTES: whole("WHATSAPP_FALLBACK_MINUTES", 1, 1_440, 30),
  WHATSAPP_FALLBACK_UNLESS: oneOf("WHATSAPP_FALLBACK_UNLESS", ["delivered", "read"], "delivered"),
  WHATSAPP_BASE_URL: url("WHATSAPP_BASE_URL"),
};

const whatsappSchema = z.object(whatsappShape);
export type WhatsappSettings = z.output<typeof whatsappSchema>;
const ofNumber = [
  "WHATSAPP_PHONE_NUMBER_ID",
  "WHATSAPP_TOKEN",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
] as const;

/** One sentence for each variable that the number lacks, or that cannot be read. */
export function whatsappProblems(values: WhatsappSettings): string[] {
  const isSet = ofNumber.some((name) => values[name] !== undefined);
  const lacks = isSet ? ofNumber.filter((name) => values[name] === undefined) : [];
  const prices = (["UTILITY", "MARKETING", "AUTHENTICATION"] as const).map(
    (name) => `WHATSAPP_PRICE_${name}` as const,
  );
  const unread = prices.filter((name) => values[name] !== undefined && readSmsPrice(values[name]) === null);
  return [
    ...lacks.map((name) => `${name} must be set, because another setting of WhatsApp is.`),
    ...unread.map((name) => `${name} must be a currency and an amount, such as KES 1.20.`),
  ];
}

const smsSchema = z.object(smsShape);

/** One sentence for each variable that the chosen provider lacks. */
export function smsProblems(values: z.output<typeof smsSchema>): string[] {
  const price = values.SMS_PRICE !== undefined && readSmsPrice(values.SMS_PRICE) === null;
  return [
    ...providerProblems(values),
    ...(price ? ["SMS_PRICE must be a currency and an amount, such as KES 0.80."] : []),
  ];
}

/** What one text costs; null where it is not said or cannot be read. */
export function readSmsPrice(text: string | undefined): Money | null {
  const [, currency = "", amount = ""] = /^([A-Z]{3}) ?(\d+(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  if (!isCurrency(currency)) return null;
  const parsed = parseAmount(amount, currency);
  return parsed.ok ? parsed.money : null;
}

function providerProblems(values: z.output<typeof smsSchema>): string[] {
  const provider = values.SMS_PROVIDER;
  if (!provider) return [];
  const lacks = needed[provider].filter((name) => values[name] === undefined);
  const problems = lacks.map((name) => `${name} must be set, because SMS_PROVIDER is ${provider}.`);
  if (provider === "twilio" && !values.TWILIO_FROM && !values.TWILIO_MESSAGING_SERVICE_SID)
    problems.push("TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID must be set, because SMS_PROVIDER is twilio.");
  return problems;
}

const needed = {
  africastalking: ["AFRICASTALKING_USERNAME", "AFRICASTALKING_API_KEY"],
  twilio: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"],
} as const;

/**
 * How the people who run the service watch it. Nothing of it is on by default.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | METRICS_ADDRESS | none: no metrics | Where Prometheus reads `/metrics`: `127.0.0.1:9464`, or `on` for that one |
 * | ALERT_WEBHOOK_URL | none: mail alone | What becomes bad on the health page is posted there as `{"text": …}`, as Slack takes it |
 * | HEARTBEAT_URL | none | Called after each minute in which the executor, the app and the database worked |
 * | OTEL_EXPORTER_OTLP_ENDPOINT | none: no traces | Where traces go: the URL of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318` |
 * | OTEL_TRACES_SAMPLER_ARG | 1 | The share of all traces that is sent, from 0 to 1 |
 * | OTEL_SERVICE_NAME | sente | The name of this service in its traces |
 *
 * OpenTelemetry itself reads OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT and _COMPRESSION.
 */
export const watchShape = {
  METRICS_ADDRESS: setting
    .transform((value) => (value && isYes(value) ? "127.0.0.1:9464" : value))
    .transform((value) => (value && isNo(value) ? undefined : value))
    .refine(isAddress, "METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464."),
  ALERT_WEBHOOK_URL: url("ALERT_WEBHOOK_URL"),
  HEARTBEAT_URL: url("HEARTBEAT_URL"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("OTEL_EXPORTER_OTLP_ENDPOINT"),
  OTEL_TRACES_SAMPLER_ARG: setting
    .transform((value) => Number(value ?? 1))
    .refine((share) => share >= 0 && share <= 1, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1."),
  OTEL_SERVICE_NAME: setting.transform((value) => value ?? "sente"),
};

/** `127.0.0.1:9464` or `[::1]:9464`. */
function isAddress(value: string | undefined): boolean {
  if (value === undefined) return true;
  const port = Number(/^(?:[^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(value)?.[1]);
  return port > 0 && port < 65_536;
}

/** With a query and a user's name where the receiver asks for them. */
function url(variable: string) {
  const isUrl = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value);
  return setting.refine(
    (value) => value === undefined || isUrl(value),
    `${variable} must be an http:// or https:// URL.`,
  );
}

/**
 * Backups of the embedded database. None by default.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | BACKUP_DIR | none | The folder for backups, best on another disk |
 * | BACKUP_S3_BUCKET | none | The bucket for backups, instead of a folder |
 * | BACKUP_S3_ENDPOINT | | `https://s3.eu-central-1.amazonaws.com`, or that of any server that speaks S3 |
 * | BACKUP_S3_REGION | us-east-1 | Its region |
 * | BACKUP_S3_PREFIX | none | Goes before each name in the bucket |
 * | BACKUP_S3_ACCESS_KEY_ID | | A key that may list, read, write and delete there |
 * | BACKUP_S3_SECRET_ACCESS_KEY | | Its secret |
 * | BACKUP_PASSPHRASE | | Seals the backups, 16 characters or more; without it nobody opens them, you neither |
 * | BACKUP_KEEP | 7 | How many backups are kept, with the changes since the oldest of them |
 * | BACKUP_AT | 02:30 | When `npm start` makes one each day, in UTC; `off` for never |
 */
export const backupShape = {
  BACKUP_DIR: setting,
  BACKUP_S3_BUCKET: setting,
  BACKUP_S3_ENDPOINT: setting.pipe(
    z
      .string()
      .regex(
        /^https?:\/\/[^/?#]+\/?$/,
        "BACKUP_S3_ENDPOINT must be an http:// or https:// address without a path.",
      )
      .transform((url) => url.replace(/\/$/, ""))
      .optional(),
  ),
  BACKUP_S3_REGION: setting.transform((region) => region ?? "us-east-1"),
  BACKUP_S3_PREFIX: setting.transform((prefix) => prefix ?? ""),
  BACKUP_S3_ACCESS_KEY_ID: setting,
  BACKUP_S3_SECRET_ACCESS_KEY: setting,
  BACKUP_PASSPHRASE: setting.pipe(
    z.string().min(16, "BACKUP_PASSPHRASE must have 16 characters or more.").optional(),
  ),
  BACKUP_KEEP: setting.pipe(
    z
      .string()
      .default("7")
      .refine((text) => /^[1-9]\d{0,2}$/.test(text), "BACKUP_KEEP must be a whole number from 1 to 999.")
      .transform(Number),
  ),
  BACKUP_AT: setting.pipe(
    z
      .string()
      .default("02:30")
      .refine(
        (text) => text === "off" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
        "BACKUP_AT must be a time of the day such as 02:30, or off.",
      ),
  ),
};

const backupSchema = z.object(backupShape);
export type BackupSettings = z.output<typeof backupSchema>;

/** One sentence for each variable that a chosen place lacks. */
export function backupProblems(values: BackupSettings): string[] {
  const { BACKUP_DIR, BACKUP_S3_BUCKET } = values;
  if (!BACKUP_DIR && !BACKUP_S3_BUCKET) return [];
  const place = BACKUP_DIR ? "BACKUP_DIR" : "BACKUP_S3_BUCKET";
  const needed = BACKUP_DIR ? (["BACKUP_PASSPHRASE"] as const) : neededOfBucket;
  const lacks = needed.filter((name) => values[name] === undefined);
  return [
    ...lacks.map((name) => `${name} must be set, because ${place} is.`),
    ...(BACKUP_DIR && BACKUP_S3_BUCKET ? ["BACKUP_DIR and BACKUP_S3_BUCKET are both set: choose one."] : []),
  ];
}

const neededOfBucket = [
  "BACKUP_PASSPHRASE",
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
] as const;

/**
 * How many days of each log are kept, `RETENTION_CALLBACKS_DAYS` and so on: one variable for each name of
 * lib/domain/retention.ts, where their defaults and least values stand. /ops/health/retention shows all of them.
 */
// Safe: each variable has its field.
export const retentionShape = Object.fromEntries(
  retainedNames.map((name) => [retentionVariable(name), daysOf(name)]),
) as Record<RetentionVariable, ReturnType<typeof daysOf>>;

function daysOf(name: Retained) {
  const { least, byDefault } = retention[name];
  return whole(retentionVariable(name), least, retentionMostDays, byDefault, "number of days");
}
