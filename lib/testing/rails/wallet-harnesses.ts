import { startAirtel } from "@/e2e/emulators/airtel";
import { startWave } from "@/e2e/emulators/wave";
import { createAirtelMoney } from "@/lib/providers/rails/airtel/airtel";
import { type AirtelConfig, publicKeyOf } from "@/lib/providers/rails/airtel/client";
import { wireIdOf } from "@/lib/providers/rails/airtel/statuses";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { WaveConfig } from "@/lib/providers/rails/wave/client";
import { createWaveRail } from "@/lib/providers/rails/wave/wave";
import type { AdapterOptions } from "@/lib/providers/rails/wire/client";
import { emulated, phones } from "./harness-parts";

// Wallets that give back whole payments only, and whose refunds have no id of ours.

/**
 * An application of Airtel's in Uganda, without callback authentication: its hash lies in the body, where the cases do not
 * look. The enquiry names no amount, so that it is told what was asked for, as the service does.
 */
export async function airtelHarness(more: Partial<AirtelConfig> = {}) {
  const start = "+256752123";
  const { charges, payouts } = phones(start);
  const emulator = await startAirtel();
  emulator.callbackAuth.current = false;
  const { clientId, clientSecret, pin } = emulator.keys;
  const own = { clientId, clientSecret, pin, country: "UG", currency: "UGX", signs: false, livemode: true };
  const pinKey = publicKeyOf(emulator.publicKey) ?? undefined;
  const refunds = countRefunds((attemptId) => emulator.refunded(wireIdOf("charge", attemptId)));
  const create = (options: AdapterOptions) =>
    refunds.watch(knowsAmounts(createAirtelMoney({ ...own, pinKey, ...options, ...more })));
  return emulated(emulator, create, {
    ...{ method: "mobile_money", country: "UG", network: "airtel_ug", settledMs: 10_000 },
    amount: { minor: 5_000n, currency: "UGX" },
    held: (id) =>
      emulator.held(wireIdOf("charge", id)) + emulator.held(wireIdOf("payout", id)) + refunds.of(id),
    charge: {
      ok: `${start}456`,
      late: `${start}199`,
      failures: {
        ...charges(
          "limit_exceeded",
          "payer_not_found",
          "not_approved_in_time",
          "insufficient_funds",
          "unknown",
          "wrong_pin",
          "cancelled_by_payer",
        ),
        invalid_phone: "+2567",
      },
    },
    payout: { ok: `${start}456`, failures: payouts() },
    refundFails: `${start}279`,
    ...{ cannotDeny: "refunds", losesRefunds: true, tellsNoAmount: true },
  });
}

/** A business of Wave's in Senegal. A payer who fails may try again until the page runs out. */
export async function waveHarness(more: Partial<WaveConfig> = {}) {
  const start = "+221771234";
  const { charges, payouts } = phones(start);
  const emulator = await startWave();
  const { apiKey, webhookSecret } = emulator;
  const own = { apiKey, webhookSecret: webhookSecret.current, country: "SN", currency: "XOF" };
  const refunds = countRefunds((attemptId) => emulator.refunded(attemptId));
  const create = (options: AdapterOptions) =>
    refunds.watch(returnsByHttps(createWaveRail({ ...own, ...options, ...more })));
  return emulated(emulator, create, {
    ...{ method: "mobile_money", country: "SN", network: "wave_sn" },
    ...{ settledMs: 10_000, failedMs: 31 * 60_000 },
    amount: { minor: 5_000n, currency: "XOF" },
    pay: emulator.pay,
    held: (id) => emulator.held(id) + refunds.of(id),
    charge: {
      ok: `${start}567`,
      late: `${start}199`,
      failures: { ...charges("insufficient_funds", "unknown"), payer_blocked: `${start}239` },
    },
    payout: { ok: `${start}567`, reversed: `${start}209`, failures: payouts() },
    refundFails: `${start}279`,
    cannotDeny: "refunds",
  });
}

/** What went back by which refund of ours, though the provider knows only the payment. */
function countRefunds(refunded: (attemptId: string) => number) {
  const counts = new Map<string, number>();
  const of = (refundId: string) => counts.get(refundId) ?? 0;
  const watch = (rail: PaymentRail): PaymentRail => ({
    ...rail,
    async refund(request) {
      const { attemptId, refundId } = request;
      const before = refunded(attemptId);
      const result = await rail.refund?.(request);
      counts.set(refundId, of(refundId) + refunded(attemptId) - before);
      if (!result) throw new Error("This rail refunds nothing.");
      return result;
    },
  });
  return { of, watch };
}

function knowsAmounts(rail: PaymentRail): PaymentRail {
  const known = new Map<string, Parameters<PaymentRail["chargeStatus"]>[0]["asked"]>();
  return {
    ...rail,
    charge(request) {
      known.set(request.attemptId, { amount: request.amount, at: new Date() });
      return rail.charge(request);
    },
    chargeStatus: (ref) => rail.chargeStatus({ asked: known.get(ref.attemptId), ...ref }),
  };
}

/** Wave takes no other pages, and those of tests have no certificate. */
function returnsByHttps(rail: PaymentRail): PaymentRail {
  const safe = (url: string) => url.replace(/^http:/, "https:");
  return {
    ...rail,
    charge: (request) =>
      rail.charge({
        ...request,
        returnUrl: safe(request.returnUrl),
        cancelUrl: safe(request.cancelUrl),
      }),
  };
}
