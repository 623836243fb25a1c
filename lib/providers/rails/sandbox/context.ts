import type { SandboxStore } from "./store";

/** What the parts of the sandbox share. */
export interface SandboxContext {
  store: SandboxStore;
  now(): Date;
  /** Address of the site, without a slash at its end: the card page and the handset are pages of ours. */
  siteUrl: string;
  /** The name that the payer reads on the phone. */
  merchantName: string;
  /** The key that signs callbacks. */
  callbackSecret: string;
  /** Posts to our own callback route. Throws when it was not taken, and is tried again later. */
  sendCallback(body: string, headers: Record<string, string>): Promise<void>;
  /** `auto`: the number's last digits decide, others succeed. `handset`: a person approves where the digits say nothing. */
  mode: "auto" | "handset";
  /** What the sandbox keeps of each payment, in hundredths of a per cent. */
  feeBps: number;
  promptTtlMs: number;
}
