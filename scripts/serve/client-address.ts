import type { IncomingMessage } from "node:http";
import { clientAddressHeader } from "@/lib/domain/address-block";

/** What a proxy reports about the caller. Without a proxy of ours, the caller wrote it. */
const PROXY_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Sets `x-client-ip` to the caller's address and removes all such headers that the caller sent. Changes both forms of a
 * request's headers, because some readers rebuild theirs from the raw form.
 */
export function setClientAddress(request: IncomingMessage, trustedHops: number): void {
  const { headers, rawHeaders } = request;
  const address = clientAddress(request.socket.remoteAddress ?? "", headers["x-forwarded-for"], trustedHops);
  const claims = trustedHops > 0 ? [clientAddressHeader] : [clientAddressHeader, ...PROXY_HEADERS];
  for (const name of claims) delete headers[name];
  headers[clientAddressHeader] = address;
  const sent = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : []));
  const kept = sent.filter(([name = ""]) => !claims.includes(name.toLowerCase()));
  request.rawHeaders = [...kept.flat(), clientAddressHeader, address];
}

/**
 * The caller's address. Each trusted proxy appends the address of its own caller to X-Forwarded-For, so with n proxies
 * the n-th entry from the right is the caller; entries left of it are unproved.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trustedHops: number,
): string {
  if (trustedHops === 0) return withoutMapping(peer);
  const entries = String(forwardedFor ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return withoutMapping(withoutPort(entries.at(-trustedHops) ?? entries[0] ?? peer));
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

// Some proxies write 203.0.113.7:51234 or [2001:db8::1]:51234.
function withoutPort(address: string): string {
  return (
    address.match(/^\[([^\]]+)\](?::\d+)?$/)?.[1] ??
    address.match(/^(\d+\.\d+\.\d+\.\d+):\d+$/)?.[1] ??
    address
  );
}
