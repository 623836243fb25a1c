import { hostname } from "node:os";
import path from "node:path";
import type { OperatorEnv } from "@/lib/env";
import { maskSecrets } from "@/lib/providers/log";
import packageFacts from "@/package.json";

/** What one look found. `unknown`: it could not be looked at, or there is nothing to look at. */
export interface Finding {
  /** Stays the same from version to version, for programs that read it. */
  id: string;
  state: "well" | "watch" | "bad" | "unknown";
  said: string;
  /** What to do about it. */
  todo?: string;
}

export const well = (id: string, said: string): Finding => ({ id, state: "well", said });
export const unknown = (id: string, said: string): Finding => ({ id, state: "unknown", said });
export const watch = (id: string, said: string, todo: string): Finding => ({
  id,
  state: "watch",
  said,
  todo,
});
export const bad = (id: string, said: string, todo: string): Finding => ({ id, state: "bad", said, todo });

/** The words of an error, which may be several in one. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map((one) => wordsOf(one)).join("; ");
  return error instanceof Error ? error.message : String(error);
}

const words = { well: "well", watch: "look", bad: "BAD", unknown: "?" } as const;

/** One line a finding, what is bad last, so that it is what is read. */
export function printed(findings: readonly Finding[]): string[] {
  const order = ["unknown", "well", "watch", "bad"];
  return [...findings]
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ state, said, todo }) => `${words[state].padEnd(6)}${said}${todo ? ` → ${todo}` : ""}`);
}

/** A text for whoever helps: without secrets, names of machines, addresses or paths of this one. */
export function maskedText(findings: readonly Finding[], settings: OperatorEnv): string {
  const { DATABASE_URL, MIGRATE_DATABASE_URL, SITE_URL, SMTP_URL, DATA_DIR } = settings;
  const hidden = new Map<string, string>();
  const hide = (text: string | undefined, as: string) => {
    if (text && text.length > 2 && text !== "localhost" && text !== "127.0.0.1") hidden.set(text, as);
  };
  for (const [url, as] of [
    ...([
      [SITE_URL, "site"],
      [DATABASE_URL, "database"],
      [MIGRATE_DATABASE_URL, "database"],
    ] as const),
    ...([
      [SMTP_URL, "mail"],
      [settings.ALERT_WEBHOOK_URL, "alerts"],
    ] as const),
    ...([
      [settings.HEARTBEAT_URL, "heartbeat"],
      [settings.INNGEST_BASE_URL, "inngest"],
    ] as const),
  ]) {
    if (!url) continue;
    const { host, hostname: name, username, password } = new URL(url);
    hide(url, `[${as}]`);
    hide(host, `[${as}]`);
    hide(name, `[${as}]`);
    for (const secret of [username, password])
      if (secret.length > 3) hide(decodeURIComponent(secret), `[of ${as}]`);
  }
  hide(path.resolve(DATA_DIR), "[DATA_DIR]");
  hide(process.cwd(), "[code]");
  hide(process.env.HOME, "[home]");
  hide(hostname(), "[machine]");
  const longestFirst = [...hidden].sort(([a], [b]) => b.length - a.length);
  const text = [
    `Sente ${packageFacts.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...findings.map(({ id, state, said }) => `${words[state].padEnd(6)}${id}: ${said}`),
  ].join("\n");
  return maskSecrets(longestFirst.reduce((left, [found, as]) => left.replaceAll(found, as), text));
}
