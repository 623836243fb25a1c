import { expect, test } from "vitest";
import { EnvironmentProblem, parseEnv, parseOperatorEnv } from "./env";

const enough = {
  DATABASE_URL: "postgres://me:secret@localhost:5432/sente",
  SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
};

test("a database and a secret are enough; the rest has the documented defaults", () => {
  expect(parseEnv(enough)).toMatchObject({
    SITE_URL: "http://localhost:3000",
    PORT: 3000,
    HOST: "0.0.0.0",
    DATA_DIR: ".data",
    ALLOW_LOCAL_WEBHOOKS: false,
    ALLOW_SANDBOX_RAIL: false,
    SANDBOX_MODE: "auto",
    WALLET_HOLD_MINUTES: 1440,
    WALLETS: true,
    OWN_ACCOUNTS: "all",
    OWN_ACCOUNTS_VERIFIED: false,
    DEMO_WEBHOOK_URL: "http://localhost:4000/hooks",
    SERVICE_NAME: "Sente",
    MAIL_FROM: '"Sente" <no-reply@localhost>',
    TRUSTED_PROXY_HOPS: 0,
    LOG_LEVEL: "info",
    WEB_CONCURRENCY: 1,
    DATABASE_POOL_SIZE: 10,
  });
});

test("SITE_URL follows PORT, and loses the slash at its end", () => {
  expect(parseEnv({ ...enough, PORT: "4100" }).SITE_URL).toBe("http://localhost:4100");
  expect(parseEnv({ ...enough, SITE_URL: "https://pay.example.com/" }).SITE_URL).toBe(
    "https://pay.example.com",
  );
});

test("an empty variable counts as not set", () => {
  expect(parseEnv({ ...enough, PORT: "", SMTP_URL: " ", ALLOW_LOCAL_WEBHOOKS: "" })).toMatchObject({
    PORT: 3000,
    SMTP_URL: undefined,
    ALLOW_LOCAL_WEBHOOKS: false,
  });
});

test("INNGEST_DEV=0 means no dev server", () => {
  expect(parseEnv({ ...enough, INNGEST_DEV: "0" }).INNGEST_DEV).toBeUndefined();
  expect(parseEnv({ ...enough, INNGEST_DEV: "http://localhost:8288" }).INNGEST_DEV).toBe(
    "http://localhost:8288",
  );
});

test("before start has made them, database and secret may be absent", () => {
  const { DATABASE_URL, SECRET_KEY, PORT } = parseOperatorEnv({});
  expect([DATABASE_URL, SECRET_KEY, PORT]).toEqual([undefined, undefined, 3000]);
  expect(problemOf({})).toMatch(/DATABASE_URL must be set.*\nSECRET_KEY must be set/);
});

test.each([
  ["DATABASE_URL", "mysql://x"],
  ["OWN_ACCOUNTS", "paystack;stripe"],
  ["WALLETS", "sometimes"],
  ["SITE_URL", "pay.example.com"],
  ["SITE_URL", "https://pay.example.com/?a=1"],
  ["PORT", "0"],
  ["PORT", "70000"],
  ["PORT", "3e3"],
  ["SECRET_KEY", "short"],
  ["SECRET_KEY", "ab".repeat(31)],
  ["INNGEST_BASE_URL", "localhost:8288"],
  ["INNGEST_SIGNING_KEY", "hunter2"],
  ["ALLOW_LOCAL_WEBHOOKS", "perhaps"],
  ["DEMO_WEBHOOK_URL", "ftp://x"],
  ["SMTP_URL", "mail.example.com"],
  ["MAIL_FROM", "nobody"],
  ["TRUSTED_PROXY_HOPS", "-1"],
  ["LOG_LEVEL", "loud"],
  ["NODE_ENV", "staging"],
  ["RAIL_PAYSTACK_BASE_URL", "api.example.com"],
  ["RAIL_PAYSTACK_BASE_URL", "http://api.example.com"],
  ["RAIL_STRIPE_BASE_URL", "http://127.0.0.1.example.com"],
  ["RAIL_MTN_MOMO_BASE_URL", "file:///etc/passwd"],
  ["RAIL_STRIPE_MODE", "demo"],
  ["WEB_CONCURRENCY", "0"],
  ["DATABASE_POOL_SIZE", "many"],
])("a bad %s (%s) is named and its value is not repeated", (variable, value) => {
  const message = problemOf({ ...enough, [variable]: value });
  expect(message.startsWith(`${variable} must `)).toBe(true);
  expect(message.endsWith(".")).toBe(true);
  if (value.length > 2) expect(message).not.toContain(`${value} `);
});

function problemOf(source: Record<string, string>): string {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvironmentProblem) return error.message;
    throw error;
  }
  return "";
}

test("an SMS provider needs its own settings, and each sentence names the variable", () => {
  expect(parseEnv(enough).SMS_PROVIDER).toBeUndefined();
  expect(problemOf({ ...enough, SMS_PROVIDER: "pigeon" })).toBe(
    "SMS_PROVIDER must be one of africastalking, twilio.",
  );
  expect(problemOf({ ...enough, SMS_PROVIDER: "africastalking", AFRICASTALKING_USERNAME: "maji" })).toBe(
    "AFRICASTALKING_API_KEY must be set, because SMS_PROVIDER is africastalking.",
  );
  expect(problemOf({ ...enough, SMS_PROVIDER: "twilio" })).toBe(
    [
      "TWILIO_ACCOUNT_SID must be set, because SMS_PROVIDER is twilio.",
      "TWILIO_AUTH_TOKEN must be set, because SMS_PROVIDER is twilio.",
      "TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID must be set, because SMS_PROVIDER is twilio.",
    ].join("\n"),
  );
  const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t", TWILIO_FROM: "+15005550006" };
  expect(parseEnv({ ...enough, ...twilio, SMS_PROVIDER: "twilio" })).toMatchObject(twilio);
});

test("metrics are off, on at the usual address, or where one says", () => {
  const at = (METRICS_ADDRESS?: string) =>
    parseOperatorEnv(METRICS_ADDRESS === undefined ? {} : { METRICS_ADDRESS }).METRICS_ADDRESS;
  expect([at(), at(""), at("off")]).toEqual([undefined, undefined, undefined]);
  expect([at("on"), at("10.0.0.5:9000"), at("[::1]:9464")]).toEqual([
    ...["127.0.0.1:9464", "10.0.0.5:9000", "[::1]:9464"],
  ]);
  for (const wrong of ["9464", "localhost", "127.0.0.1:0", "127.0.0.1:70000"])
    expect(() => at(wrong)).toThrow(/METRICS_ADDRESS must be an address/);
});

test("traces go nowhere, or all of them, or a share, to a collector", () => {
  const at = (source: Record<string, string>) => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: to, OTEL_TRACES_SAMPLER_ARG: share } = parseOperatorEnv(source);
    return [to, share];
  };
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  expect(at({})).toEqual([undefined, 1]);
  expect(at({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([OTEL_EXPORTER_OTLP_ENDPOINT, 1]);
  expect(at({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "0.1" })[1]).toBe(0.1);
  expect(() => at({ OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4318" })).toThrow(/must be an http:\/\/ or/);
  for (const wrong of ["2", "-1", "all"])
    expect(() => at({ OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow(/a number from 0 to 1/);
});

test.each([
  [{ BACKUP_DIR: "/b" }, "BACKUP_PASSPHRASE must be set, because BACKUP_DIR is."],
  [{ BACKUP_DIR: "/b", BACKUP_PASSPHRASE: "short" }, "BACKUP_PASSPHRASE must have 16 characters or more."],
  [
    { BACKUP_S3_BUCKET: "b", BACKUP_PASSPHRASE: "long enough for it" },
    "BACKUP_S3_ENDPOINT must be set, because BACKUP_S3_BUCKET is.\nBACKUP_S3_ACCESS_KEY_ID must be set, because BACKUP_S3_BUCKET is.\nBACKUP_S3_SECRET_ACCESS_KEY must be set, because BACKUP_S3_BUCKET is.",
  ],
  [{ BACKUP_AT: "25:00" }, "BACKUP_AT must be a time of the day such as 02:30, or off."],
  [{ BACKUP_KEEP: "0" }, "BACKUP_KEEP must be a whole number from 1 to 999."],
  [{ PAUSED: "maybe" }, "PAUSED must be true or false."],
])("with %j nothing starts: %s", (set, said) => {
  expect(() => parseOperatorEnv(set)).toThrow(new EnvironmentProblem(said));
});

test("backups need a place and a passphrase, and nothing else", () => {
  const set = parseOperatorEnv({ BACKUP_DIR: "/b", BACKUP_PASSPHRASE: "long enough for it" });
  expect([set.BACKUP_KEEP, set.BACKUP_AT, set.PAUSED]).toEqual([7, "02:30", false]);
});

test("a public demo is play money alone, whatever else is said, and files are few", () => {
  const said = {
    ...enough,
    DEMO: "public",
    ALLOW_LOCAL_WEBHOOKS: "true",
    OWN_ACCOUNTS: "all",
    WALLETS: "off",
  };
  expect(parseEnv(said)).toMatchObject({
    ...{ ALLOW_SANDBOX_RAIL: true, ALLOW_LOCAL_WEBHOOKS: false, OWN_ACCOUNTS: "none", WALLETS: true },
    ...{ WALLET_HOLD_MINUTES: 1, FILES_STORE_MB: 5, DEMO_STORES: 300 },
  });
});

test.each([
  ["SMTP_URL", "smtp://mail.example.com"],
  ["SMS_PROVIDER", "twilio"],
  ["ALERT_WEBHOOK_URL", "https://alerts.example.com/"],
  ["HEARTBEAT_URL", "https://beats.example.com/"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"],
  ["INNGEST_BASE_URL", "https://inngest.example.com/"],
  ["RAIL_PAYSTACK_SECRET_KEY", "sk_live_1"],
])("a start as a public demo with %s is refused in one sentence that names it", (name, value) => {
  const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t", TWILIO_FROM: "+254700000000" };
  const source = { ...twilio, DEMO: "public", [name]: value };
  expect(() => parseOperatorEnv(source)).toThrow(
    new RegExp(`^${name} cannot be set where DEMO is public: [a-z' ]+\\.$`),
  );
  expect(parseOperatorEnv({ ...source, DEMO: "off" }).DEMO).toBe("off");
});

test("a number of WhatsApp needs all of its settings, and prices that can be read", () => {
  const number = {
    ...{ WHATSAPP_PHONE_NUMBER_ID: "1065", WHATSAPP_TOKEN: "t", WHATSAPP_APP_SECRET: "s" },
    ...{ WHATSAPP_VERIFY_TOKEN: "word", WHATSAPP_PRICE_UTILITY: "KES 1.20" },
  };
  expect(parseOperatorEnv(number)).toMatchObject({
    ...{ WHATSAPP_FALLBACK_MINUTES: 30, WHATSAPP_FALLBACK_UNLESS: "delivered" },
  });
  expect(() => parseOperatorEnv({ ...number, WHATSAPP_APP_SECRET: "" })).toThrow(
    "WHATSAPP_APP_SECRET must be set",
  );
  expect(() => parseOperatorEnv({ ...number, WHATSAPP_PRICE_UTILITY: "1.20" })).toThrow(
    "WHATSAPP_PRICE_UTILITY must be a currency and an amount",
  );
  expect(() => parseOperatorEnv({ ...number, WHATSAPP_FALLBACK_MINUTES: "0" })).toThrow(EnvironmentProblem);
});
