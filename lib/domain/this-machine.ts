import { isLoopback } from "./address-block";

/** Whether an address leads to the machine it is read on, so that nobody else can come by it. */
export function isThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}
