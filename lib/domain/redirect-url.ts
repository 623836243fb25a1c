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
