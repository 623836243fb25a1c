import { z } from "zod";
import type { ChargeResult } from "@/lib/providers/rails/port";

const promptShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("approve"), text: z.string().optional(), ussd: z.string().optional() }),
  z.object({ kind: z.literal("redirect"), url: z.string() }),
  z.object({ kind: z.literal("input"), input: z.enum(["otp", "phone", "birthday"]), text: z.string() }),
]);

/** What the payer has to do: approve on the phone, go to a page, or enter a code here. */
export type Prompt = z.infer<typeof promptShape>;

/** What the payer must do by the rail's answer; null when there is nothing to do. */
export function promptOf(result: ChargeResult): Prompt | null {
  switch (result.kind) {
    case "pending": {
      const { text, ussd } = result.prompt;
      return { kind: "approve", ...(text ? { text } : {}), ...(ussd ? { ussd } : {}) };
    }
    case "requires_redirect":
      return { kind: "redirect", url: result.url };
    case "requires_input":
      return { kind: "input", input: result.input, text: result.text };
    case "succeeded":
    case "failed":
      return null;
  }
}

/** Reads a stored prompt; null when it is not a prompt. */
export function readPrompt(stored: unknown): Prompt | null {
  const parsed = promptShape.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
