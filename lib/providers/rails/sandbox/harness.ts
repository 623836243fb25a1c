import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { openSandbox } from "@/lib/testing/rails/sandbox";

const start = "+256772123";

/** The sandbox as the contract sees it. For tests. */
export async function sandboxHarness(): Promise<RailHarness> {
  const { sandbox, store, received, advance } = openSandbox();
  return {
    rail: sandbox.rail,
    received,
    advance,
    held: async (id) => ((await store.get(id)) ? 1 : 0),
    unknownStatus: async (id) => {
      await sandbox.controls.resolve(id, { word: "PARTIALLY_TELEPORTED" });
    },
    method: "mobile_money",
    country: "UG",
    network: "mtn_ug",
    amount: { minor: 5_000n, currency: "UGX" },
    charge: {
      ok: `${start}789`,
      answerLost: `${start}259`,
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
        invalid_phone: "+256414123456",
      },
    },
    payout: {
      ok: `${start}789`,
      reversed: `${start}209`,
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
    settledMs: 130_000,
  };
}
