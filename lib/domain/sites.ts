import { isLoopback } from "./address-block";
import { type Problem, say } from "./refusal";

export const sitesMax = 10;

/**
 * The origins of a seller's sites, one a line: https, and http on the seller's own machine. What follows the origin is
 * refused, because whoever types it expects that only those pages are meant.
 */
export function readSites(typed: string): { ok: true; sites: string[] } | { ok: false; problems: Problem[] } {
  const lines = typed.split("\n").flatMap((line) => line.trim() || []);
  const problems = lines.filter((line) => !isSite(line)).map((site) => say("site_origin", { site }));
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, sitesMax) };
  const sites = [...new Set(lines.map((line) => new URL(line).origin))];
  return sites.length <= sitesMax
    ? { ok: true, sites }
    : { ok: false, problems: [say("sites_most", { max: sitesMax })] };
}

function isSite(line: string): boolean {
  if (line.length > 255 || redirectProblem(line) !== null) return false;
  const { pathname, search, hash, hostname } = new URL(line);
  return pathname === "/" && search === "" && hash === "" && !/[*?#]/.test(line) && !hostname.endsWith(".");
}

/** Whether an address points to the reader's own machine, so that nobody else can open it. */
export function isThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

/** Whether a site is on the visitor's own machine: somebody is testing, and nobody else reaches it by that name. */
export function isLocalSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Why a browser cannot be redirected to this address; null when it can. URL parsers disagree about blanks, backslashes
 * and missing slashes: one may see our seller's site where another sees a different site. Only addresses that all
 * parsers read alike are accepted.
 */
export function redirectProblem(address: string): "not_whole" | "has_user" | "not_https" | null {
  if (!/^https?:\/\/[^/]/i.test(address) || /[\s\\]/.test(address) || !URL.canParse(address))
    return "not_whole";
  const url = new URL(address);
  if (url.username || url.password) return "has_user";
  if (url.protocol === "https:") return null;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) ? null : "not_https";
}
