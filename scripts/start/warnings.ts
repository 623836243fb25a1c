import { isThisMachine } from "@/lib/domain/sites";
import type { OperatorEnv } from "@/lib/env";

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
  if (settings.ALLOW_SANDBOX_RAIL)
    warnings.push("ALLOW_SANDBOX_RAIL is on: until a real rail is set up, payers pay with play money.");
  return warnings;
}
