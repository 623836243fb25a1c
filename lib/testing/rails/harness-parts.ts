import { onTestFinished } from "vitest";
import type { Emulator } from "@/e2e/emulators/emulator";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Anomaly } from "@/lib/providers/rails/wire/client";
import { openReceiver, type RailHarness } from "./contract-harness";

/** An adapter with its provider played beside it. */
export type EmulatedHarness = RailHarness & {
  /** How far our clock is ahead of the provider's. */
  skew: { ms: number };
  emulator: Emulator & { callbackUrl: { current: string } };
  /** What an owner does once, when our address is known: the provider is told it. */
  setUp?(): Promise<unknown>;
  close(): Promise<void>;
};

/** What an emulator has beside its clock and its switches. */
export interface Provider extends Emulator {
  callbackUrl: { current: string };
  /** How often money moved under this id of ours. */
  held(id: string): number | Promise<number>;
  /** Calls us about somebody else's payment. */
  sendForeign(): Promise<void>;
}

/** What is peculiar to a rail: an ordinary charge of it, and which phones or cards bring about what. */
export type Facts = Pick<RailHarness, "method" | "country" | "amount" | "charge" | "settledMs"> &
  Partial<RailHarness> &
  Pick<EmulatedHarness, "setUp"> & {
    /** Its adapter keeps what callbacks told: they are read as they come, as the service reads them. */
    hears?: true;
  };

/** Brings an emulator, its adapter and our callback route together, over real HTTP. */
export async function emulated<E extends Provider>(
  emulator: E,
  create: (options: ReturnType<typeof optionsFor> & { callbackUrl: string }) => PaymentRail,
  facts: Facts,
) {
  const anomaly: Anomaly[] = [];
  const skew = { ms: 0 };
  const receiver = await openReceiver(async (raw) => {
    if (facts.hears) await rail.parseCallback(raw);
  });
  const rail = create({ ...optionsFor(emulator, skew, anomaly), callbackUrl: receiver.url });
  emulator.callbackUrl.current = receiver.url;
  return {
    ...{ rail, anomaly, skew, emulator, received: receiver.received },
    advance: emulator.advance,
    held: emulator.held,
    unknownStatus: () => {
      emulator.switches.unknownStatus = true;
    },
    breaks: emulator.switches,
    sendForeign: emulator.sendForeign,
    ...facts,
    close: async () => {
      await emulator.close();
      await receiver.close();
    },
  };
}

export function optionsFor(emulator: Emulator, skew: { ms: number }, anomaly: Anomaly[]) {
  return {
    baseUrl: emulator.url,
    now: () => new Date(emulator.now() + skew.ms),
    onAnomaly: (one: Anomaly) => {
      anomaly.push(one);
    },
    initiateMs: 1_200,
    readMs: 1_200,
  };
}

/** Opens a harness that is closed when the test ends. */
export function forOneTest<Given extends unknown[], H extends { close(): Promise<void> }>(
  create: (...given: Given) => Promise<H>,
) {
  return async (...given: Given): Promise<H> => {
    const harness = await create(...given);
    onTestFinished(() => harness.close());
    return harness;
  };
}

export const charges = {
  limit_exceeded: "019",
  payer_not_found: "029",
  not_approved_in_time: "039",
  insufficient_funds: "049",
  unknown: "069",
  wrong_pin: "139",
  cancelled_by_payer: "149",
  payer_busy: "159",
  provider_unavailable: "169",
};
export const payouts = {
  recipient_not_found: "089",
  recipient_limit: "099",
  unknown: "119",
  insufficient_float: "219",
};

/** Phones by what comes of them: in all emulators the last three digits decide. */
export function phones(start: string) {
  const of = <Reason extends string>(digits: Record<Reason, string>, reasons: readonly Reason[]) =>
    Object.fromEntries(reasons.map((reason) => [reason, `${start}${digits[reason]}`]));
  return {
    /** All of them where none is named. */
    charges: (...reasons: (keyof typeof charges)[]) =>
      of(charges, reasons.length > 0 ? reasons : keysOf(charges)),
    payouts: () => of(payouts, keysOf(payouts)),
  };
}

// Safe: these tables have no other keys.
export const keysOf = <Reason extends string>(digits: Record<Reason, string>) =>
  Object.keys(digits) as Reason[];

/** An amount of which M-PESA takes whole shillings only. */
export function tooFine(phone: string) {
  const amount = { minor: 5_050n, currency: "KES" } as const;
  return { amount, country: "KE", network: "mpesa_ke", phone };
}

/** A rail that also takes cards, at the provider's page. */
export function byCard<H extends EmulatedHarness & { emulator: { pay: NonNullable<RailHarness["pay"]> } }>(
  harness: H,
  charge: RailHarness["charge"],
) {
  return {
    ...harness,
    charge,
    pay: harness.emulator.pay,
    method: "card" as const,
    ...{ network: undefined, payout: undefined, tooFine: undefined },
    refundFails: "4084080000671803",
  };
}
