import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";

// What can go wrong on the way to an endpoint, by the classes of lib/providers/safe-post.ts.
const wires = new Map<string, DashboardKey>([
  ["timeout", "wire_timeout"],
  ["dns", "wire_dns"],
  ["refused", "wire_refused"],
  ["reset", "wire_reset"],
  ["tls", "wire_tls"],
  ["blocked_address", "wire_blocked_address"],
  ["invalid_url", "wire_invalid_url"],
  ["protocol", "wire_protocol"],
]);

/** Why no answer came; an error class without a text is shown as stored. */
export function wireWord(errorClass: string | null, words: DashboardWords): string {
  if (errorClass === null) return words.text("wire_none");
  const key = wires.get(errorClass);
  return key ? words.loose(key, {}) : errorClass.replaceAll("_", " ");
}

/** The result of a ping, in one sentence. The detail of a failure is the network's own, in English. */
export function pingSaid(
  answer: { ok: boolean; statusCode: number | null; errorMessage: string | null; durationMs: number },
  words: DashboardWords,
): string {
  const ms = String(answer.durationMs);
  if (answer.statusCode === null)
    return words.text("pingNothing", { why: answer.errorMessage ?? words.text("pingNoAnswer"), ms });
  return words.text(answer.ok ? "pingOk" : "pingRefused", { code: String(answer.statusCode), ms });
}
