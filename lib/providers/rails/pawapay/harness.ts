import { startPawapay } from "@/e2e/emulators/pawapay";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { emulated } from "@/lib/testing/rails/emulated-harness";
import type { PawapayConfig } from "./config";
import { createPawapay } from "./pawapay";

const start = "+256783456";

/** The adapter with its emulator, over real HTTP. For tests. */
export async function pawapayHarness(more: Partial<PawapayConfig> = {}) {
  const emulator = await startPawapay();
  const { callbackUrl, options, shared, around } = await emulated("pawapay", emulator);
  const rail = createPawapay({
    apiToken: emulator.token,
    requireSignedCallbacks: true,
    callbackUrl,
    ...options,
    ...more,
  });
  const harness: RailHarness = {
    ...shared,
    rail,
    method: "mobile_money",
    country: "UG",
    amount: { minor: 5_000n, currency: "UGX" },
    network: "mtn_ug",
    charge: {
      ok: `${start}789`,
      late: `${start}199`,
      failures: {
        limit_exceeded: `${start}019`,
        payer_not_found: `${start}029`,
        not_approved_in_time: `${start}039`,
        insufficient_funds: `${start}049`,
        payer_busy: `${start}059`,
        unknown: `${start}069`,
        provider_unavailable: `${start}169`,
        invalid_phone: "+2567",
      },
    },
    payout: {
      ok: `${start}789`,
      failures: {
        recipient_not_found: `${start}089`,
        recipient_limit: `${start}099`,
        unknown: `${start}119`,
        insufficient_float: `${start}219`,
        provider_unavailable: `${start}169`,
      },
    },
    tooFine: {
      amount: { minor: 5_050n, currency: "KES" },
      country: "KE",
      network: "mpesa_ke",
      phone: "+254703456789",
    },
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}
