/**
 * Why nobody can be sent on to this address by their browser; null when they can. Readers of URLs disagree about blanks,
 * backslashes and missing slashes, so that what one takes for our seller's site another takes for somebody else's: only
 * what all of them read alike is taken.
 */
export function redirectProblem(address: string): "not_whole" | "has_user" | "not_https" | null {
  if (!/^https?:\/\/[^/]/i.test(address) || /[\s\\]/.test(address) || !URL.canParse(address))
    return "not_whole";
  const url = new URL(address);
  if (url.username || url.password) return "has_user";
  if (url.protocol === "https:") return null;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) ? null : "not_https";
}
