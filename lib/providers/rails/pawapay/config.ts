import type { AdapterOptions } from "../wire/options";

export interface PawapayConfig extends AdapterOptions {
  apiToken: string;
  /** `https://api.sandbox.pawapay.io` for its sandbox; `https://api.pawapay.io` where none is given. */
  baseUrl?: string;
  /** Refuses callbacks without a signature, instead of using them as a hint to poll. */
  requireSignedCallbacks?: boolean;
  /** Our callback address, to report when the dashboard has a different one. */
  callbackUrl?: string;
}

export const pawapayUrl = "https://api.pawapay.io";
