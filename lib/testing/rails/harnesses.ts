import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import { startMtnMomo } from "@/e2e/emulators/mtn-momo";
import { startPawapay } from "@/e2e/emulators/pawapay";
import { startPaystack } from "@/e2e/emulators/paystack";
import { startStripe } from "@/e2e/emulators/stripe";
import { createFlutterwave, type FlutterwaveConfig } from "@/lib/providers/rails/flutterwave/flutterwave";
import type { RealRailId } from "@/lib/providers/rails/kind";
import { createMtnMomo } from "@/lib/providers/rails/mtn-momo/mtn-momo";
import type { MtnMomoConfig } from "@/lib/providers/rails/mtn-momo/product";
import { createPawapay, type PawapayConfig } from "@/lib/providers/rails/pawapay/pawapay";
import { createPaystack, type PaystackConfig } from "@/lib/providers/rails/paystack/paystack";
import { pageMs, type StripeConfig } from "@/lib/providers/rails/stripe/config";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import type { RailHarness } from "./contract-harness";
import { byCard, type EmulatedHarness, emulated, phones, tooFine } from "./harness-parts";
import { mpesaHarness } from "./mpesa-harness";
import { openSandbox } from "./sandbox";
import { airtelHarness, waveHarness } from "./wallet-harnesses";

export async function pawapayHarness(more: Partial<PawapayConfig> = {}) {
  const start = "+256783456";
  const { charges, payouts } = phones(start);
  const emulator = await startPawapay();
  const own = { apiToken: emulator.token, requireSignedCallbacks: true };
  return emulated(emulator, (options) => createPawapay({ ...own, ...options, ...more }), {
    ...{ method: "mobile_money", country: "UG", network: "mtn_ug", settledMs: 10_000 },
    amount: { minor: 5_000n, currency: "UGX" },
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
    payout: { ok: `${start}789`, failures: { ...payouts(), provider_unavailable: `${start}169` } },
    tooFine: tooFine("+254703456789"),
    refundFails: `${start}279`,
  });
}

export async function mtnMomoHarness(
  more: Partial<MtnMomoConfig> = {},
  account: { targetEnvironment?: string; currency?: string } = {},
) {
  const start = "+256772123";
  const { charges, payouts } = phones(start);
  const emulator = await startMtnMomo(account);
  const { keys, targetEnvironment } = emulator;
  const own = { ...keys, targetEnvironment, country: "UG", currency: "UGX" };
  return emulated(emulator, (options) => createMtnMomo({ ...own, ...options, ...more }), {
    ...{ method: "mobile_money", country: "UG", network: "mtn_ug", settledMs: 10_000 },
    amount: { minor: 5_000n, currency: "UGX" },
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
    payout: { ok: `${start}456`, failures: payouts() },
    refundFails: `${start}279`,
  });
}

export async function flutterwaveHarness(more: Partial<FlutterwaveConfig> = {}) {
  const start = "+254709456";
  const { charges, payouts } = phones(start);
  const emulator = await startFlutterwave();
  const { secretKey, webhookHash } = emulator;
  const own = { secretKey, webhookHash, mailDomain: "payers.example.com", senderName: "Sente" };
  return emulated(emulator, (options) => createFlutterwave({ ...own, ...options, ...more }), {
    ...{ method: "mobile_money", country: "KE", network: "mpesa_ke", settledMs: 10_000 },
    amount: { minor: 150_000n, currency: "KES" },
    charge: {
      ok: `${start}789`,
      late: `${start}199`,
      failures: { ...charges(), invalid_phone: "+25470945" },
    },
    payout: { ok: `${start}789`, failures: payouts() },
    tooFine: tooFine(`${start}789`),
    refundFails: `${start}279`,
  });
}

/** The same by card, at the provider's page. */
export async function flutterwaveCardHarness(more: Partial<FlutterwaveConfig> = {}) {
  return byCard(await flutterwaveHarness(more), {
    ok: "5531886652142950",
    failures: { insufficient_funds: "5258585922666506", card_declined: "5143010522339965" },
  });
}

export async function paystackHarness(more: Partial<PaystackConfig> = {}) {
  const start = "+233551234";
  const { charges, payouts } = phones(start);
  const emulator = await startPaystack();
  const own = { secretKey: emulator.secretKey, mailDomain: "payers.example.com" };
  return emulated(emulator, (options) => createPaystack({ ...own, ...options, ...more }), {
    ...{ method: "mobile_money", country: "GH", network: "mtn_gh", settledMs: 10_000 },
    amount: { minor: 5_000n, currency: "GHS" },
    charge: {
      ok: `${start}987`,
      late: `${start}199`,
      failures: { ...charges(), invalid_phone: "+2335512" },
    },
    payout: {
      ok: `${start}987`,
      reversed: `${start}209`,
      failures: { ...payouts(), needs_manual_approval: `${start}229` },
    },
    tooFine: tooFine("+254710000000"),
    refundFails: `${start}279`,
  });
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

export async function stripeHarness(more: Partial<StripeConfig> = {}) {
  const emulator = await startStripe();
  const { secretKey, webhookSecret } = emulator;
  const own = { secretKey, webhookSecret };
  return emulated(emulator, (options) => createStripe({ ...own, ...options, initiateMs: 2_400, ...more }), {
    ...{ method: "card", country: "KE", settledMs: 5_000, failedMs: pageMs + 60_000 },
    pay: emulator.pay,
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
  });
}

/** The sandbox, which needs no emulator. */
export async function sandboxHarness(): Promise<RailHarness> {
  return sandboxOf(openSandbox());
}

/** The same by card. */
export async function sandboxCardHarness(): Promise<RailHarness> {
  const opened = openSandbox();
  const { cardPage } = opened.sandbox;
  const confirm = async (attemptId: string) => {
    await cardPage.confirm(attemptId, true);
  };
  return {
    ...sandboxOf(opened),
    method: "card",
    ...{ network: undefined, payout: undefined, tooFine: undefined },
    pay: async (attemptId, number) => {
      const step = await cardPage.pay(attemptId, { number, expiry: "12/30", cvc: "123" });
      if (step.kind === "three_d_secure") await confirm(attemptId);
    },
    confirm,
    charge: {
      ok: "4242424242424242",
      failures: {
        card_declined: "4000000000000002",
        insufficient_funds: "4000000000009995",
        card_expired: "4000000000000069",
        card_details_incorrect: "4000000000000127",
        provider_unavailable: "4000000000000119",
      },
    },
    kept: {
      ok: "4242424242424242",
      soft: "4000000000000341",
      hard: "4000000000009979",
      asks: "4000002500003155",
    },
    refundFails: "4000000000005126",
  };
}

function sandboxOf({ sandbox, store, received, advance }: ReturnType<typeof openSandbox>): RailHarness {
  const start = "+256772123";
  const { charges, payouts } = phones(start);
  return {
    ...{ rail: sandbox.rail, received, advance, settledMs: 130_000 },
    held: async (id) => ((await store.get(id)) ? 1 : 0),
    unknownStatus: async (id) => {
      await sandbox.controls.resolve(id, { word: "PARTIALLY_TELEPORTED" });
    },
    ...{ method: "mobile_money", country: "UG", network: "mtn_ug" },
    amount: { minor: 5_000n, currency: "UGX" },
    charge: {
      ok: `${start}789`,
      answerLost: `${start}259`,
      late: `${start}199`,
      failures: { ...charges(), invalid_phone: "+256414123456" },
    },
    payout: {
      ok: `${start}789`,
      reversed: `${start}209`,
      failures: { ...payouts(), provider_unavailable: `${start}169` },
    },
    tooFine: tooFine("+254703456789"),
    refundFails: `${start}279`,
  };
}

/** `baseUrl`: asked instead of the emulator. */
export type CreateHarness = (more?: {
  baseUrl?: string;
  initiateMs?: number;
  readMs?: number;
}) => Promise<EmulatedHarness>;

/** Every real rail with its emulator; cards are told apart where a rail takes both. */
export const harnesses: Record<
  Exclude<RealRailId, "phone">,
  { main: CreateHarness; card?: CreateHarness }
> = {
  pawapay: { main: pawapayHarness },
  paystack: { main: paystackHarness, card: paystackCardHarness },
  flutterwave: { main: flutterwaveHarness, card: flutterwaveCardHarness },
  stripe: { main: stripeHarness },
  mtn_momo: { main: mtnMomoHarness },
  mpesa: { main: mpesaHarness },
  airtel: { main: airtelHarness },
  wave: { main: waveHarness },
};

/** The same one by one, by the name that reports call them. */
export const emulatedRails: readonly (readonly [string, CreateHarness])[] = Object.entries(harnesses).flatMap(
  ([id, { main, card }]) => [[id, main] as const, ...(card ? [[`${id} card`, card] as const] : [])],
);
