import { startStripe } from "@/e2e/emulators/stripe";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { emulated } from "@/lib/testing/rails/emulated-harness";
import { pageMs, type StripeConfig } from "./config";
import { createStripe } from "./stripe";

/** The adapter with its emulator, over real HTTP. For tests. */
export async function stripeHarness(more: Partial<StripeConfig> = {}) {
  const emulator = await startStripe();
  const { options, shared, around } = await emulated("stripe", emulator);
  const rail = createStripe({
    secretKey: emulator.secretKey,
    webhookSecret: emulator.webhookSecret,
    ...options,
    initiateMs: 2_400,
    ...more,
  });
  const harness: RailHarness = {
    ...shared,
    rail,
    pay: emulator.pay,
    method: "card",
    country: "KE",
    amount: { minor: 150_000n, currency: "KES" },
    charge: {
      ok: "4242424242424242",
      failures: {
        card_declined: "4000000000009979",
        insufficient_funds: "4000000000009995",
        card_expired: "4000000000000069",
        card_details_incorrect: "4000000000000127",
        provider_unavailable: "4000000000000119",
        card_authentication_failed: "4000008400001629",
      },
    },
    kept: {
      ok: "4242424242424242",
      soft: "4000000000000341",
      hard: "4000000000009987",
      asks: "4000002500003155",
      expired: "4000000000006969",
    },
    refundFails: "4000000000005126",
    settledMs: 5_000,
    failedMs: pageMs + 60_000,
  };
  return { ...harness, ...around };
}
