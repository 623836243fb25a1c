import { type RailVariables, railVariables } from "./env-rails";

/** What a public demo may not have, each with what it would let a stranger do. */
const refused: Record<string, string> = {
  SMTP_URL: "strangers would send mail",
  SMS_PROVIDER: "strangers would send text messages",
  WHATSAPP_PHONE_NUMBER_ID: "strangers would send messages by WhatsApp",
  ALERT_WEBHOOK_URL: "it connects to nobody",
  HEARTBEAT_URL: "it connects to nobody",
  OTEL_EXPORTER_OTLP_ENDPOINT: "it connects to nobody",
};
/** The start itself gives the app such an address, its own. */
const refusedAtStart: Record<string, string> = {
  INNGEST_BASE_URL: "it connects to nobody",
  INNGEST_DEV: "it connects to nobody",
};

/** One sentence for each variable with which a public demo does not start. */
export function demoProblems(source: RailVariables, isStart: boolean): string[] {
  if (source.DEMO?.trim() !== "public") return [];
  const all = { ...refused, ...(isStart ? refusedAtStart : {}) };
  const set = Object.entries(all).filter(([name]) => (source[name]?.trim() ?? "") !== "");
  const rails = Object.keys(railVariables(source)).map((name) => [name, "its money is play money"]);
  return [...set, ...rails].map(([name, why]) => `${name} cannot be set where DEMO is public: ${why}.`);
}

/** How many megabytes of files each store of a public demo may keep. */
const fileMb = 5;

export interface DemoValues {
  DEMO: string;
  ALLOW_SANDBOX_RAIL: boolean;
  ALLOW_LOCAL_WEBHOOKS: boolean;
  WALLETS: boolean;
  WALLET_HOLD_MINUTES: number;
  OWN_ACCOUNTS: string;
  FILES_STORE_MB: number;
}

/** What a public demo is, whatever else was said: play money in a wallet, which can be paid out after a minute. */
export function withDemo<T extends DemoValues>(values: T): T {
  if (values.DEMO !== "public") return values;
  return {
    ...values,
    ...{ ALLOW_SANDBOX_RAIL: true, ALLOW_LOCAL_WEBHOOKS: false, WALLETS: true, WALLET_HOLD_MINUTES: 1 },
    ...{ OWN_ACCOUNTS: "none", FILES_STORE_MB: Math.min(values.FILES_STORE_MB, fileMb) },
  };
}
