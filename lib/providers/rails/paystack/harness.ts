import { startPaystack } from "@/e2e/emulators/paystack";
import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { byCard, emulated, phones, tooFine } from "@/lib/testing/rails/emulated-harness";
import { createPaystack, type PaystackConfig } from "./paystack";

const start = "+233551234";
const { charges, payouts } = phones(start);

/** The adapter with its emulator, over real HTTP. For tests. */
export async function paystackHarness(more: Partial<PaystackConfig> = {}) {
  const emulator = await startPaystack();
  const { options, shared, around } = await emulated("paystack", emulator);
  const rail = createPaystack({
    secretKey: emulator.secretKey,
    mailDomain: "payers.example.com",
    ...options,
    ...more,
  });
  const harness: RailHarness = {
    ...shared,
    rail,
    method: "mobile_money",
    country: "GH",
    amount: { minor: 5_000n, currency: "GHS" },
    network: "mtn_gh",
    charge: {
      ok: `${start}987`,
      late: `${start}199`,
      failures: {
        ...charges(),
        invalid_phone: "+2335512",
      },
    },
    payout: {
      ok: `${start}987`,
      reversed: `${start}209`,
      failures: { ...payouts(), needs_manual_approval: `${start}229` },
    },
    tooFine: tooFine("+254710000000"),
    refundFails: `${start}279`,
    settledMs: 10_000,
  };
  return { ...harness, ...around };
}

/** The same by card, on the provider's page. */
export async function paystackCardHarness(more: Partial<PaystackConfig> = {}) {
  const harness = byCard(await paystackHarness(more), {
    ok: "4084084084084081",
    failures: { card_declined: "4084080000005408", insufficient_funds: "4084080000670037" },
  });
  return {
    ...harness,
    kept: {
      ok: "4084084084084081",
      soft: "4084080000000341",
      hard: "4084080000009979",
      asks: "4084080000003155",
      expired: "4084080000000069",
      once: "4084080000009987",
    },
    confirm: (reference: string) => harness.emulator.pay(reference, ""),
  };
}
