import { z } from "zod";
import { stripeEvents } from "@/lib/providers/rails/stripe/config";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import { key, modeOf, secret } from "./fields";
import { railKind } from "./kind";

export const stripe = railKind({
  facts: {
    id: "stripe",
    name: "Stripe",
    covers: "Cards at its own page; refunds. No mobile money, no payouts to sellers.",
    fields: [
      secret(
        "secretKey",
        "RAIL_STRIPE_SECRET_KEY",
        "Secret key",
        "sk_live_…, rk_live_… or the same with test",
      ),
      secret("webhookSecret", "RAIL_STRIPE_WEBHOOK_SECRET", "Signing secret of the endpoint", "whsec_…"),
    ],
    steps: [
      "In Stripe’s dashboard, under Developers, Webhooks, add an endpoint with the URL below. Live and test have one each.",
      `Send it these events: ${stripeEvents.join(", ")}.`,
      "Copy the signing secret of the endpoint and the secret key of the same mode and enter them here.",
      "Under Settings, Payment methods, see that cards are on.",
      "Give money back here and not in Stripe’s dashboard, or the books do not know of it.",
    ],
  },
  credentials: z.object({
    secretKey: key("rail_key", /^[sr]k_(live|test)_\S{8,250}$/, "rail_stripe_key"),
    webhookSecret: key("rail_signing", /^whsec_\S{8,250}$/, "rail_signing_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", /^[sr]k_live_/.test(secretKey), livemode),
  create: ({ secretKey, webhookSecret }, { baseUrl, now, onOdd }) =>
    createStripe({ ...{ secretKey, webhookSecret, now, onOdd }, ...(baseUrl ? { baseUrl } : {}) }),
});
