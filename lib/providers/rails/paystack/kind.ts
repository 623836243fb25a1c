import { z } from "zod";
import { key, modeOf, railKind, secret } from "../kind";
import { createPaystack } from "./paystack";

export const paystack = railKind({
  facts: {
    id: "paystack",
    name: "Paystack",
    fields: [secret("secretKey", "Secret key")],
    keeps: ["card"],
    routing: { "charge/mobile_money": 2, "charge/card": 2, "payout/mobile_money": 2, "payout/bank": 1 },
  },
  credentials: z.object({
    secretKey: key("rail_key", /^sk_(live|test)_\S{8,200}$/, "rail_paystack_key"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", secretKey.startsWith("sk_live_"), livemode),
  create: ({ secretKey }, { mailDomain, baseUrl, now, onAnomaly }) =>
    createPaystack({ ...{ secretKey, mailDomain, now, onAnomaly }, ...(baseUrl ? { baseUrl } : {}) }),
});
