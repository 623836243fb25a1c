import type { Emulator } from "@/e2e/emulators/emulator";
import type { Odd } from "@/lib/providers/rails/wire/options";
import { openReceiver, type RailHarness } from "./contract-harness";

/** An adapter with its provider played beside it. */
export type EmulatedHarness = RailHarness & {
  /** How far our clock is ahead of the provider's. */
  skew: { ms: number };
  emulator: Emulator & { callbackUrl: { current: string } };
  close(): Promise<void>;
};

/** What an emulator has beside its clock and its switches. */
interface Provider extends Emulator {
  callbackUrl: { current: string };
  /** How often money moved under this id of ours. */
  held(id: string): number | Promise<number>;
  /** Calls us about somebody else's payment. */
  sendForeign(): Promise<void>;
}

/** Brings an emulator and our callback route together. `options` go to the adapter, `shared` into its harness. For tests. */
export async function emulated<E extends Provider>(rail: string, emulator: E) {
  const receiver = await openReceiver(rail);
  emulator.callbackUrl.current = receiver.url;
  const odd: Odd[] = [];
  const skew = { ms: 0 };
  return {
    callbackUrl: receiver.url,
    options: {
      baseUrl: emulator.url,
      now: () => new Date(emulator.now() + skew.ms),
      onOdd: (one: Odd) => {
        odd.push(one);
      },
      initiateMs: 1_200,
      readMs: 1_200,
    },
    shared: {
      odd,
      advance: emulator.advance,
      held: emulator.held,
      received: receiver.received,
      unknownStatus: () => {
        emulator.switches.unknownStatus = true;
      },
      breaks: emulator.switches,
      sendForeign: emulator.sendForeign,
    },
    around: {
      emulator,
      skew,
      close: async () => {
        await emulator.close();
        await receiver.close();
      },
    },
  };
}
