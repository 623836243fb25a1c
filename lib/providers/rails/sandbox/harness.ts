import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { phones, tooFine } from "@/lib/testing/rails/emulated-harness";
import { openSandbox } from "@/lib/testing/rails/sandbox";

const start = "+256772123";
const { charges, payouts } = phones(start);

/** The sandbox for the contract suite. For tests. */
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
        ...charges(),
        invalid_phone: "+256414123456",
      },
    },
    payout: {
      ok: `${start}789`,
      reversed: `${start}209`,
      failures: { ...payouts(), provider_unavailable: `${start}169` },
    },
    tooFine: tooFine("+254703456789"),
    refundFails: `${start}279`,
    settledMs: 130_000,
  };
}
