import { z } from "zod";
import { key, modeOf, railKind, secret } from "../kind";
import { createFlutterwave } from "./flutterwave";

export const flutterwave = railKind({
  facts: {
    id: "flutterwave",
    name: "Flutterwave",
    fields: [secret("secretKey", "Secret key"), secret("webhookHash", "Secret hash")],
    keeps: [],
    routing: { "charge/mobile_money": 3, "charge/card": 3, "payout/mobile_money": 3, "payout/bank": 2 },
  },
  credentials: z.object({
    secretKey: key("rail_key", /^FLWSECK(_TEST)?-\S{8,200}$/, "rail_flutterwave_key"),
    webhookHash: key("rail_hash", /^\S{16,200}$/, "rail_hash_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) =>
    modeOf("secretKey", !secretKey.startsWith("FLWSECK_TEST-"), livemode),
  create: ({ secretKey, webhookHash }, { mailDomain, serviceName, baseUrl, now, onAnomaly }) =>
    createFlutterwave({
      ...{ secretKey, webhookHash, mailDomain, senderName: serviceName, now, onAnomaly },
      ...(baseUrl ? { baseUrl } : {}),
    }),
});
