import { type Problem, say } from "./problem";
import { redirectProblem } from "./redirect-url";

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
