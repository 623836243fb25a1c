import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { clientAddressHeader } from "@/lib/domain/address-block";
import { noteTime } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { noticeStoppedClock } from "@/lib/services/desk/operator/watch";
import { refuse } from "./refuse";

const noteEveryMs = 60 * 60_000;

/** Notes, at most once an hour, that requests seem to come through a proxy that no setting names. The doctor tells. */
export function forwardedNoter(world: () => Pick<World, "pool" | "clock" | "log">) {
  let notedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }: IncomingMessage): void => {
    if (headers["x-forwarded-for"] === undefined || performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    const { pool, clock, log } = world();
    noteTime(pool, "forwarded", clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, "It was not noted that requests come through a proxy."),
    );
  };
}

const lookEveryMs = 30_000;

/** Looks whether the executor still calls: it cannot say itself that it does not. */
export function watchClock(world: World, everyMs = lookEveryMs): NodeJS.Timeout {
  const since = world.clock.now();
  const look = () =>
    noticeStoppedClock(world, since).catch((error: unknown) =>
      world.log.warn({ err: error }, "Nobody knows whether the executor calls."),
    );
  return setInterval(look, everyMs).unref();
}

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

/**
 * Refuses a request whose Host is invalid or sent twice, before any code builds a URL from it, because that would throw
 * deep inside a handler. An absolute target (as proxies receive) is reduced to its path, so that nothing is redirected
 * to its host. True when the request is already answered.
 */
export function refuseTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const host = hostOf(request);
  if (host === null) {
    refuse(request, response, {
      status: 400,
      error: "bad_host",
      message: "Send one Host header that names this site.",
    });
    return true;
  }
  const target = request.url ?? "";
  if (target.startsWith("/")) return false;
  if (target === "*" && request.method === "OPTIONS") {
    response.writeHead(204, { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }).end();
    return true;
  }
  const path = pathOnHost(target, host);
  if (path === null) {
    refuse(request, response, {
      status: 400,
      message: "This address is not written correctly, or is of another site.",
    });
    return true;
  }
  request.url = path;
  return false;
}

/** The one Host of a request, and a forwarded host; null when there is none, or it is invalid. */
function hostOf({ rawHeaders, headers }: IncomingMessage): string | null {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const { host, "x-forwarded-host": forwarded } = headers;
  if (names.filter((name) => name === "host").length !== 1 || !isHost(host)) return null;
  return forwarded === undefined || isHost(forwarded) ? host : null;
}

function isHost(text: unknown): text is string {
  if (typeof text !== "string" || text.length > 262) return false;
  const [, name = "", port] = /^(\[[^\]]*\]|[a-z0-9][a-z0-9._-]*)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (name === "" || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return false;
  if (name.startsWith("[") && !isIPv6(name.slice(1, -1))) return false;
  return URL.canParse(`http://${text}`);
}

/** `http://host/path?query` as `/path?query` if it is for the same host. */
function pathOnHost(target: string, host: string): string | null {
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(target) ?? [];
  if (authority?.toLowerCase() !== host.toLowerCase()) return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}
