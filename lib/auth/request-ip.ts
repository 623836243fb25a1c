import { headers } from "next/headers";

/** Set by our own server from the connection and its trusted proxies; the caller's own value is removed there. */
export const clientAddressHeader = "x-client-ip";

/** The address this request came from. */
export async function requestIp(): Promise<string> {
  return (await headers()).get(clientAddressHeader)?.slice(0, 64) || "unknown";
}
