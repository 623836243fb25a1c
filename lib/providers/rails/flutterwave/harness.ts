import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { byCard, emulated, phones, tooFine } from "@/lib/testing/rails/emulated-harness";
import { createFlutterwave, type FlutterwaveConfig } from "./flutterwave";

const start = "+254709456";
const { charges, payouts } = phones(start);

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
        ...charges(),
        invalid_phone: "+25470945",
      },
    },
    payout: {
      ok: `${start}789`,
      failures: payouts(),
    },
    tooFine: tooFine(`${start}789`),
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}

/** The same by card, at the provider's page. */
export async function flutterwaveCardHarness(more: Partial<FlutterwaveConfig> = {}) {
  return byCard(await flutterwaveHarness(more), {
    ok: "5531886652142950",
    failures: { insufficient_funds: "5258585922666506", card_declined: "5143010522339965" },
  });
}
