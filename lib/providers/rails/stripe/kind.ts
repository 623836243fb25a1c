import { z } from "zod";
import { key, modeOf, railKind, secret } from "../kind";
import { stripeEvents } from "./config";
import { createStripe } from "./stripe";

export const stripe = railKind({
  facts: {
    id: "stripe",
    name: "Stripe",
    fields: [secret("secretKey", "Secret key"), secret("webhookSecret", "Signing secret of the endpoint")],
    keeps: ["card"],
    routing: {
      "charge/mobile_money": null,
      "charge/card": 1,
      "payout/mobile_money": null,
      "payout/bank": null,
    },
    events: stripeEvents,
  },
  credentials: z.object({
    secretKey: key("rail_key", /^[sr]k_(live|test)_\S{8,250}$/, "rail_stripe_key"),
    webhookSecret: key("rail_signing", /^whsec_\S{8,250}$/, "rail_signing_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", /^[sr]k_live_/.test(secretKey), livemode),
  create: ({ secretKey, webhookSecret }, { baseUrl, now, onAnomaly }) =>
    createStripe({ ...{ secretKey, webhookSecret, now, onAnomaly }, ...(baseUrl ? { baseUrl } : {}) }),
});
