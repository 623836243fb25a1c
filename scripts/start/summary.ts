import { isThisMachine } from "@/lib/domain/sites";
import type { OperatorEnv } from "@/lib/env";
import type { DemoFile } from "./demo";

/**
 * What a person needs to begin: addresses, and in a trial on one's own machine, in a terminal, also how to sign in and
 * one line to paste. Elsewhere the output ends up in logs with many readers, so the secrets are only in the file. The
 * live key is only there in any case.
 */
export function summary(
  { SITE_URL, DATABASE_URL }: Pick<OperatorEnv, "SITE_URL" | "DATABASE_URL">,
  demo: DemoFile | null,
  demoFile: string,
  isTty: boolean,
): string {
  const lines = ["", row("Site", SITE_URL), row("Dashboard", `${SITE_URL}/dashboard`)];
  if (!demo) return `${lines.join("\n")}\n`;
  const isTrial = isTty && DATABASE_URL === undefined && isThisMachine(SITE_URL);
  if (isTrial)
    lines.push(
      row("Seller", `${demo.owner.email}  password ${demo.owner.password}`),
      row("Operator", `${demo.operator.email}  password ${demo.operator.password}`),
      row("Test key", demo.test_key),
    );
  const [product] = demo.products;
  if (product) lines.push(row("Subscribe", `${product.subscribe_url}?test=1&ref=user_1`));
  if (demo.payment_link_url) lines.push(row("Pay link", demo.payment_link_url));
  if (demo.invoice_url) lines.push(row("Invoice", demo.invoice_url));
  if (isTrial && demo.mpesa_code)
    lines.push(row("M-PESA code", `${demo.mpesa_code}  (yesterday's; find it with Ctrl K)`));
  lines.push(
    row(isTrial ? "All of it" : "Sign-ins", isTrial ? demoFile : `in ${demoFile}, which only you can read`),
  );
  if (isTrial)
    lines.push("", `curl -H "Authorization: Bearer ${demo.test_key}" "${demo.base_url}/access?ref=user_1"`);
  return `${lines.join("\n")}\n`;
}

function row(label: string, value: string): string {
  return `${label.padEnd(14)}${value}`;
}

/** What an operator should know about their settings, one sentence each; empty where only this machine can connect. */
export function warningsOf(settings: OperatorEnv): string[] {
  const { SITE_URL } = settings;
  if (isThisMachine(SITE_URL)) return [];
  const warnings: string[] = [];
  if (SITE_URL.startsWith("http:"))
    warnings.push(
      `SITE_URL is ${SITE_URL}: passwords and payments cross the network in clear. Put a proxy with TLS in front and set an https:// address.`,
    );
  if (settings.ALLOW_LOCAL_WEBHOOKS)
    warnings.push(
      "ALLOW_LOCAL_WEBHOOKS is on: everybody with an account can have this server ask what else runs on this machine.",
    );
  if (settings.ALLOW_SANDBOX_RAIL && settings.DEMO !== "public")
    warnings.push("ALLOW_SANDBOX_RAIL is on: until a real rail is set up, payers pay with play money.");
  return warnings;
}
