import { startMtnMomo } from "@/e2e/emulators/mtn-momo";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { emulated, phones } from "@/lib/testing/rails/emulated-harness";
import { createMtnMomo } from "./mtn-momo";
import type { MtnMomoConfig } from "./product";

const start = "+256772123";
const { charges, payouts } = phones(start);

/** The adapter with its emulator, over real HTTP. For tests. */
export async function mtnMomoHarness(
  more: Partial<MtnMomoConfig> = {},
  account: { targetEnvironment?: string; currency?: string } = {},
) {
  const emulator = await startMtnMomo(account);
  const { callbackUrl, options, shared, around } = await emulated("mtn_momo", emulator);
  const rail = createMtnMomo({
    ...emulator.keys,
    targetEnvironment: emulator.targetEnvironment,
    country: "UG",
    currency: "UGX",
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
      ok: `${start}456`,
      late: `${start}199`,
      failures: {
        ...charges(
          "unknown",
          "cancelled_by_payer",
          "not_approved_in_time",
          "payer_not_found",
          "limit_exceeded",
          "insufficient_funds",
        ),
        invalid_phone: "+2567",
      },
    },
    payout: {
      ok: `${start}456`,
      failures: payouts(),
    },
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}
