import { addressBlock } from "@/lib/domain/address-block";

const windowMs = 60_000;

export interface AddressGate {
  /** Counts one attempt of this address. False, without counting, when it has used up the last 60 seconds. */
  take(address: string): boolean;
  /** Uncounts the last attempt, because it succeeded. */
  giveBack(address: string): void;
  /** Whole seconds until the address may try again. */
  secondsLeft(address: string): number;
  readonly size: number;
}

export interface GateOptions {
  /** In milliseconds of any clock that does not run backwards. */
  now: () => number;
  /** How many attempts an address has in 60 seconds. */
  attemptsMax: number;
  addressesMax?: number;
}

/**
 * Counts attempts by address in this process's memory, so that a refusal costs no query. At most `addressesMax`
 * addresses are stored; the longest idle ones are removed first. An IPv6 address counts as its /64, because its holder
 * has the whole block.
 */
export function createAddressGate({ now, attemptsMax, addressesMax = 10_000 }: GateOptions): AddressGate {
  const attempts = new Map<string, number[]>();
  const recent = (network: string) => (attempts.get(network) ?? []).filter((at) => at > now() - windowMs);
  const remember = (network: string, times: number[]) => {
    attempts.delete(network);
    if (times.length > 0) attempts.set(network, times);
    const oldest = attempts.keys().next().value;
    if (attempts.size > addressesMax && oldest !== undefined) attempts.delete(oldest);
  };
  return {
    take(address) {
      const network = addressBlock(address);
      const times = recent(network);
      if (times.length >= attemptsMax) return false;
      remember(network, [...times, now()]);
      return true;
    },
    giveBack(address) {
      const network = addressBlock(address);
      remember(network, recent(network).slice(0, -1));
    },
    secondsLeft(address) {
      const oldest = recent(addressBlock(address))[0] ?? now();
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
    },
    get size() {
      return attempts.size;
    },
  };
}
