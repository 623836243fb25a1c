import { startPawapay } from "@/e2e/emulators/pawapay";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { emulated, phones, tooFine } from "@/lib/testing/rails/emulated-harness";
import type { PawapayConfig } from "./config";
import { createPawapay } from "./pawapay";

const start = "+256783456";
const { charges, payouts } = phones(start);

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
        ...charges(
          "limit_exceeded",
          "payer_not_found",
          "not_approved_in_time",
          "insufficient_funds",
          "unknown",
          "provider_unavailable",
        ),
        payer_busy: `${start}059`,
        invalid_phone: "+2567",
      },
    },
    payout: {
      ok: `${start}789`,
      failures: { ...payouts(), provider_unavailable: `${start}169` },
    },
    tooFine: tooFine("+254703456789"),
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}
