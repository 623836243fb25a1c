import { createHash } from "node:crypto";
import type { FiscalAuthority } from "@/lib/domain/fiscal";
import { etims } from "./etims";

/**
 * A tax authority that is played in this process, as the sandbox plays a network: whoever tries the service sees documents
 * signed without an account anywhere. It says of each what the real one would say, and `PRACTICE` for a name.
 */
export function practice(): FiscalAuthority {
  const none = async () => ({ kind: "error" as const, errorClass: "closed", message: "", durationMs: 0 });
  const { write } = etims(none, "sandbox");
  const code = (text: string) => createHash("sha256").update(text).digest("hex").toUpperCase();
  return {
    connect: async ({ tin }) => ({
      ...{ kind: "connected", key: "practice", controlUnit: "PRACTICE01", taxpayer: tin, lastNumber: 0 },
    }),
    saveItem: async () => ({ kind: "saved" }),
    write,
    async sign({ tin, branch }, payload) {
      // Safe: `write` made it.
      const { invcNo } = JSON.parse(payload) as { invcNo: number };
      const all = code(`${tin}/${branch}/${payload}`);
      return {
        ...{ kind: "signed", receiptNumber: String(invcNo), signature: all.slice(0, 16) },
        ...{ internalData: all.slice(16, 42), signedAt: null },
      };
    },
    urlOf: () => null,
  };
}
