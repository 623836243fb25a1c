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
  /** Posts to our own callback route. Throws when it was not accepted; it is retried later. */
  sendCallback(body: string, headers: Record<string, string>): Promise<void>;
  /**
   * `auto`: the last digits decide; other numbers succeed. `handset`: a person approves numbers without such digits.
   */
  mode: "auto" | "handset";
  /** The sandbox's fee on each payment, in hundredths of a per cent. */
  feeBps: number;
  promptTtlMs: number;
}
