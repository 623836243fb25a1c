import { createWaveRail } from "@/lib/providers/rails/wave/wave";
import { answersOf } from "./answers";

export const webhookSecret = "wave_sn_WHS_xz4m6g8rjs9bshxy05xj4khcvjv7j3hcp4fbpvv6met0zdrjvezg";
export const amount = { minor: 1_000n, currency: "XOF" };
export const sessions = "/v1/checkout/sessions";
/** An ordinary request of this rail, and the phone that goes with it. */
export const senegal = { amount, country: "SN", network: "wave_sn", method: "mobile_money" as const };
export const phone = "+221761110001";

/** The adapter before a provider that knows nothing yet. */
export function open() {
  const played = answersOf({});
  const own = { apiKey: "wave_sn_prod_0123456789", webhookSecret, country: "SN", currency: "XOF" };
  return { ...played, rail: createWaveRail({ ...own, ...played.options }) };
}

/** A session as Wave's page shows one. */
export function sessionOf(client_reference: string | null, more: Record<string, unknown> = {}) {
  return {
    ...{ id: "cos-18qq25rgr100a", amount: "1000", currency: "XOF", client_reference },
    ...{
      checkout_status: "open",
      payment_status: "processing",
      last_payment_error: null,
      transaction_id: null,
    },
    ...{ wave_launch_url: "https://pay.wave.com/c/cos-18qq25rgr100a", business_name: "Shop" },
    ...{ when_created: "2026-11-29T10:00:00Z", when_expires: "2026-11-29T10:30:00Z", when_completed: null },
    ...more,
  };
}

export const paid = {
  ...{ checkout_status: "complete", payment_status: "succeeded" },
  ...{ transaction_id: "TCN4Y4ZC3FM", when_completed: "2026-11-29T10:15:32Z" },
};
