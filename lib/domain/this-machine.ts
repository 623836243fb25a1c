import { isLoopback } from "./address-block";

/** Whether an address points to the reader's own machine, so that nobody else can open it. */
export function isThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}
