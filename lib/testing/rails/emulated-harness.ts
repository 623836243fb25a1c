import type { Odd } from "@/lib/providers/rails/wire/options";
import { type Breaks, openReceiver } from "./contract-harness";

/** What every emulator of a provider has, as far as a harness needs it. */
interface Emulator {
  url: string;
  callbackUrl: { current: string };
  now(): number;
  advance(ms: number): Promise<void>;
  held(id: string): number | Promise<number>;
  switches: Breaks & { unknownStatus: boolean };
  sendForeign(): Promise<void>;
  close(): Promise<void>;
}

/** Brings an emulator and our callback route together. `options` go to the adapter, `shared` into its harness. For tests. */
export async function emulated<E extends Emulator>(rail: string, emulator: E) {
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
