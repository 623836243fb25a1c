import type { AdapterOptions } from "../wire/options";

export interface PawapayConfig extends AdapterOptions {
  apiToken: string;
  /** `https://api.sandbox.pawapay.io` for its sandbox; `https://api.pawapay.io` where none is given. */
  baseUrl?: string;
  /** Callbacks without a signature are refused, instead of being taken as a hint to ask. */
  requireSignedCallbacks?: boolean;
  /** Where callbacks should come, to say so when the dashboard says otherwise. */
  callbackUrl?: string;
}

export const pawapayUrl = "https://api.pawapay.io";
