import type { RailHarness } from "@/lib/testing/rails/contract-harness";
import { phones, tooFine } from "@/lib/testing/rails/emulated-harness";
import { openSandbox } from "@/lib/testing/rails/sandbox";

const start = "+256772123";
const { charges, payouts } = phones(start);

/** The sandbox for the contract suite. For tests. */
export async function sandboxHarness(): Promise<RailHarness> {
  return harnessOf(openSandbox());
}

/** The same by card. */
export async function sandboxCardHarness(): Promise<RailHarness> {
  const opened = openSandbox();
  const { cardPage } = opened.sandbox;
  const confirm = async (attemptId: string) => {
    await cardPage.confirm(attemptId, true);
  };
  return {
    ...harnessOf(opened),
    method: "card",
    network: undefined,
    payout: undefined,
    tooFine: undefined,
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

function harnessOf({ sandbox, store, received, advance }: ReturnType<typeof openSandbox>): RailHarness {
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
