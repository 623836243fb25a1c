import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { refuse } from "./refuse";

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
