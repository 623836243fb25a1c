/** How an answer of the API is marked. */
export function toneOf(status: number): "plain" | "warn" | "bad" {
  if (status < 400) return "plain";
  return status < 500 ? "warn" : "bad";
}
