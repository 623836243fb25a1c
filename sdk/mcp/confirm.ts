import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Members } from "./protocol.ts";

export const confirmWithinMs = 10 * 60_000;

/**
 * Confirmations that hold for one tool, exactly these arguments and ten minutes. They are signed with what only the holder
 * of the API key has, so any process of an installation can check them and none has to keep them. That each is used once
 * the API sees to: it stands for one Idempotency-Key.
 */
export function confirmations(apiKey: string, now: () => number) {
  const secret = createHash("sha256").update(`confirmations of ${apiKey}`).digest();
  const macOf = (head: string, tool: string, given: Members) =>
    createHmac("sha256", secret)
      .update(`${head}.${tool}.${ordered(given)}`)
      .digest();
  return {
    give(tool: string, given: Members): string {
      const head = `${(now() + confirmWithinMs).toString(36)}.${randomBytes(9).toString("base64url")}`;
      return `${head}.${macOf(head, tool, given).toString("base64url")}`;
    },
    /** Why it does not hold, in a sentence; null where it does. */
    problem(confirmation: string, tool: string, given: Members): string | null {
      const [until = "", nonce = "", mac = ""] = confirmation.split(".");
      const wanted = macOf(`${until}.${nonce}`, tool, given);
      const sent = Buffer.from(mac, "base64url");
      if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted))
        return "This confirmation is not for these arguments. Nothing was done; call without one to see what would be done.";
      if (now() > Number.parseInt(until, 36))
        return "This confirmation is older than ten minutes. Nothing was done; call without one and ask the person again.";
      return null;
    },
    /** Of what is signed alone: the signature can be written in several ways. */
    idempotencyKey(confirmation: string): string {
      const [until = "", nonce = ""] = confirmation.split(".");
      return `mcp-${createHash("sha256").update(`${until}.${nonce}`).digest("base64url")}`;
    },
  };
}

/** The same text for the same arguments, in whatever order they came. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
