import { promises as dns, type LookupAddress } from "node:dns";
import ipaddr from "ipaddr.js";
import { type Problem, say } from "@/lib/domain/refusal";

const urlMaxLength = 2048;
const resolveMs = 2000;

/** The host names of this machine itself. Allowed only while ALLOW_LOCAL_WEBHOOKS is on. */
const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/** A public address, but at one cloud every machine reaches the cloud's control plane there. */
export const controlPlaneAddresses = ["168.63.129.16"];

/** Ports of 1024 and above on which servers other than web servers listen. */
const deniedPorts: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080,
  10250, 10255, 11211, 27017, 27018,
]);

/**
 * Why webhooks cannot go to this URL, or null. Checks only the text: `resolvedProblem` checks the addresses of the host
 * name, and they are checked again when the connection is made.
 */
export function urlProblem(url: string, { allowLocal }: { allowLocal: boolean }): Problem | null {
  if (url.length > urlMaxLength) return say("too_long", { max: urlMaxLength });
  // URL parsers disagree about blanks, backslashes and missing slashes; only URLs that all parsers read alike are
  // accepted.
  if (!/^https?:\/\/[^/]/i.test(url) || /[\s\\\p{Cc}\p{Surrogate}]/u.test(url) || !URL.canParse(url))
    return say("url_webhook");
  const parsed = new URL(url);
  if (/^[^/?#]*@/.test(url.slice(url.indexOf("//") + 2))) return say("url_user");
  if (allowLocal && isLocal(parsed)) return portProblem(parsed);
  if (parsed.protocol !== "https:") return allowLocal ? say("https_or_local") : say("https");
  return hostProblem(parsed.hostname) ?? portProblem(parsed);
}

/** Whether this URL leads to this machine by one of the three names that may be allowed. */
export function isLocal(url: URL): boolean {
  return localHosts.has(url.hostname);
}

/**
 * Whether we may connect to this address: loopback for local URLs, the public internet for all others. Of IPv6, only
 * the range that is routed today counts as public; other ranges can contain IPv4 addresses in forms that a list may
 * miss.
 */
export function isAllowedAddress(address: string, local: boolean): boolean {
  if (local) return loopback.has(address);
  if (controlPlaneAddresses.includes(address) || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return false;
  return parsed.range() === "unicast";
}

/**
 * The problem when the host name leads to a private address, even in part. A name that does not resolve is no problem
 * yet.
 */
export async function resolvedProblem(url: string): Promise<Problem | null> {
  const { hostname } = new URL(url);
  const none = new Promise<LookupAddress[]>((resolve) => setTimeout(resolve, resolveMs, []).unref());
  const found = dns.lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  const local = isLocal(new URL(url));
  const addresses = await Promise.race([found, none]);
  return addresses.every(({ address }) => isAllowedAddress(address, local)) ? null : privateHost;
}

const privateHost = say("private_host");

function hostProblem(hostname: string): Problem | null {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(literal)) return isAllowedAddress(literal, false) ? null : privateHost;
  const name = hostname.replace(/\.$/, "");
  if (!name.includes(".") || /\.(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/.test(name))
    return privateHost;
  return null;
}

function portProblem(url: URL): Problem | null {
  const port = url.port === "" ? 443 : Number(url.port);
  if (port === 80 || port === 443 || (port >= 1024 && !deniedPorts.has(port))) return null;
  return say("url_port", { port: String(port) });
}
