import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { emulated } from "@/lib/testing/rails/emulated-harness";
import { createFlutterwave, type FlutterwaveConfig } from "./flutterwave";

const start = "+254709456";

/** The adapter with its emulator, over real HTTP. For tests. */
export async function flutterwaveHarness(more: Partial<FlutterwaveConfig> = {}) {
  const emulator = await startFlutterwave();
  const { options, shared, around } = await emulated("flutterwave", emulator);
  const rail = createFlutterwave({
    secretKey: emulator.secretKey,
    webhookHash: emulator.webhookHash,
    mailDomain: "payers.example.com",
    senderName: "Sente",
    ...options,
    ...more,
  });
  const harness: RailHarness = {
    ...shared,
    rail,
    method: "mobile_money",
    country: "KE",
    amount: { minor: 150_000n, currency: "KES" },
    network: "mpesa_ke",
    charge: {
      ok: `${start}789`,
      late: `${start}199`,
      failures: {
        limit_exceeded: `${start}019`,
        payer_not_found: `${start}029`,
        not_approved_in_time: `${start}039`,
        insufficient_funds: `${start}049`,
        unknown: `${start}069`,
        wrong_pin: `${start}139`,
        cancelled_by_payer: `${start}149`,
        payer_busy: `${start}159`,
        provider_unavailable: `${start}169`,
        invalid_phone: "+25470945",
      },
    },
    payout: {
      ok: `${start}789`,
      failures: {
        recipient_not_found: `${start}089`,
        recipient_limit: `${start}099`,
        unknown: `${start}119`,
        insufficient_float: `${start}219`,
      },
    },
    tooFine: {
      amount: { minor: 5_050n, currency: "KES" },
      country: "KE",
      network: "mpesa_ke",
      phone: `${start}789`,
    },
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}

/** The same by card, at the provider's page. */
export async function flutterwaveCardHarness(more: Partial<FlutterwaveConfig> = {}) {
  const harness = await flutterwaveHarness(more);
  return {
    ...harness,
    pay: harness.emulator.pay,
    method: "card" as const,
    network: undefined,
    charge: {
      ok: "5531886652142950",
      failures: { insufficient_funds: "5258585922666506", card_declined: "5143010522339965" },
    },
    payout: undefined,
    tooFine: undefined,
    refundFails: "4084080000671803",
  };
}
