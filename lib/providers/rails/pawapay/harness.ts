import { startPawapay } from "@/e2e/emulators/pawapay";
import { openReceiver, type RailHarness } from "../contract-harness";
import type { Odd } from "../wire/options";
import type { PawapayConfig } from "./config";
import { createPawapay } from "./pawapay";

const start = "+256783456";

/** The adapter with its emulator, over real HTTP. For tests. */
export async function pawapayHarness(more: Partial<PawapayConfig> = {}) {
  const emulator = await startPawapay();
  const receiver = await openReceiver("pawapay");
  emulator.callbackUrl.current = receiver.url;
  const odd: Odd[] = [];
  const skew = { ms: 0 };
  const rail = createPawapay({
    apiToken: emulator.token,
    baseUrl: emulator.url,
    requireSignedCallbacks: true,
    callbackUrl: receiver.url,
    now: () => new Date(emulator.now() + skew.ms),
    onOdd: (one) => odd.push(one),
    initiateMs: 1_200,
    readMs: 1_200,
    ...more,
  });
  const harness: RailHarness = {
    rail,
    odd,
    advance: emulator.advance,
    held: emulator.held,
    received: receiver.received,
    unknownStatus: () => {
      emulator.switches.unknownStatus = true;
    },
    breaks: emulator.switches,
    sendForeign: emulator.sendForeign,
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
  const close = async () => {
    await emulator.close();
    await receiver.close();
  };
  return { ...harness, emulator, skew, close };
}
