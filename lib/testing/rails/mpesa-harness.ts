import { randomBytes, randomInt } from "node:crypto";
import { startMpesa } from "@/e2e/emulators/mpesa";
import type { MpesaConfig } from "@/lib/providers/rails/mpesa/daraja";
import { createMpesa } from "@/lib/providers/rails/mpesa/mpesa";
import { emulated, phones, tooFine } from "./harness-parts";

/**
 * A paybill of M-PESA. Each has keys of its own, because the seal of an address is made of them; payments are confirmed
 * at the registered address too, and listed. Cases repeat one phone and amount, which the network refuses for two minutes.
 */
export async function mpesaHarness(more: Partial<MpesaConfig> = {}) {
  // A phone of its own, because each is asked only so often by all stores together.
  const start = `+25471${randomInt(1_000, 10_000)}`;
  const { charges, payouts } = phones(start);
  const consumerSecret = randomBytes(12).toString("hex");
  const keys = { shortCode: String(randomInt(100_000, 1_000_000)), consumerSecret };
  // In the sandbox addresses are written over, so that they can be told again once the service has one.
  const emulator = await startMpesa({ keys, isSandbox: true });
  emulator.unkind.twoMinutes = false;
  const { consumerKey, shortCode, passkey, initiator, securityCredential } = emulator.keys;
  const own = {
    ...{ consumerKey, consumerSecret, shortCode, passkey, hasList: true, livemode: true },
    listPhone: "0722000000",
    initiator: { name: initiator, credential: securityCredential },
  };
  let given: Pick<MpesaConfig, "callbackUrl"> = { callbackUrl: "" };
  const again = (options = given) => {
    given = options;
    return createMpesa({
      ...{ ...own, ...options, ...more },
      // Results are told where the emulator sends everything now.
      get callbackUrl() {
        return emulator.callbackUrl.current || options.callbackUrl;
      },
    });
  };
  const setUp = async () => {
    const { current: callbackUrl } = emulator.callbackUrl;
    const now = () => new Date(emulator.now());
    const { direct } = createMpesa({ ...own, baseUrl: emulator.url, now, callbackUrl });
    await direct?.registerList?.();
    await direct?.register();
  };
  const harness = await emulated(emulator, again, {
    ...{ method: "mobile_money", country: "KE", network: "mpesa_ke", settledMs: 10_000, failedMs: 61_000 },
    amount: { minor: 150_000n, currency: "KES" },
    charge: {
      ok: `${start}678`,
      late: `${start}199`,
      failures: {
        ...charges(
          "limit_exceeded",
          "not_approved_in_time",
          "insufficient_funds",
          "wrong_pin",
          "cancelled_by_payer",
          "payer_busy",
        ),
        provider_unavailable: `${start}069`,
        invalid_phone: "+25471234",
      },
    },
    payout: { ok: `${start}678`, failures: payouts() },
    tooFine: tooFine(`${start}678`),
    refundFails: `${start}279`,
    ...{ cannotDeny: true, hears: true },
    setUp,
    /** Somebody pays by themselves, for something of which nobody here knows. */
    sendForeign: async () => {
      await emulator.pay({ phone: "254700000001", amount: 900, account: "SOMEBODY" });
    },
  });
  await setUp();
  /** Another process with the same credentials, which heard nothing. */
  return { ...harness, again: () => again() };
}
