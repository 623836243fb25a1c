import { z } from "zod";
import { key, railKind, secret } from "../kind";
import { pawapayUrl } from "./config";
import { createPawapay } from "./pawapay";

export const pawapay = railKind({
  facts: {
    id: "pawapay",
    name: "pawaPay",
    fields: [
      secret("apiToken", "API token"),
      {
        name: "requireSignedCallbacks",
        label: "Refuse callbacks without a signature",
        kind: "switch",
        isOptional: true,
      },
    ],
    keeps: [],
    routing: { "charge/mobile_money": 1, "charge/card": null, "payout/mobile_money": 1, "payout/bank": null },
  },
  credentials: z.object({
    apiToken: key("rail_token", /^\S{20,4000}$/, "rail_token_shape"),
    requireSignedCallbacks: z.string().optional(),
  }),
  create: ({ apiToken, requireSignedCallbacks }, { livemode, baseUrl, callbackUrl, now, onAnomaly }) =>
    createPawapay({
      ...{ apiToken, callbackUrl, now, onAnomaly },
      requireSignedCallbacks: /^(1|true|yes|on)$/i.test(requireSignedCallbacks ?? ""),
      baseUrl: baseUrl ?? (livemode ? pawapayUrl : "https://api.sandbox.pawapay.io"),
    }),
});
