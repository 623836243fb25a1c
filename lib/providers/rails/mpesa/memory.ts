import type { Money } from "@/lib/domain/money";
import type { TransferResult } from "../port";

/** What is known of one prompt besides what the engine keeps. */
export interface KnownCharge {
  checkoutId?: string;
  askedMinor?: bigint;
  phone?: string;
  /** What callbacks at a sealed address told. It counts once Daraja itself says that the prompt was paid. */
  told?: Told;
  /** The same, as the answer to our own question about its receipt. */
  confirmed?: Told;
  /** The receipt that a confirmation named. */
  seen?: string;
  /** Refunds of it, by id. */
  back: Map<string, bigint>;
}

/** A prompt to ask about. */
export type ChargeRef = { attemptId: string; railRef?: string; asked?: { amount: Money; at: Date } };

export interface Told {
  minor: bigint;
  receipt: string;
  at?: Date;
}

/** A payment in Pull Transactions. `reference`: as the payer typed it, or ours. */
export interface Listed extends Required<Told> {
  reference: string;
  masked: string;
}

/**
 * What one adapter heard. Daraja answers most questions by a callback, which comes before the status is read; after a
 * restart the question is asked again. Nothing that moves money depends on it.
 */
export interface Memory {
  charge(attemptId: string): KnownCharge;
  /** Attempts by the reference of their prompt. */
  references: Map<string, string>;
  results: Map<string, TransferResult>;
  /** Payments as Daraja answered for their receipts. */
  receipts: Map<string, Told>;
  /** Readings of the list by their range: the one under way, and the one that comes after it. */
  readings: Map<string, { now: Reading | null; next: Reading | null }>;
  /** Payouts and refunds that this adapter sent, or that Daraja said it has. */
  sent: Map<string, "payout" | "reversal">;
  balance: { minor: bigint; atMs: number } | null;
  /** When our initiator was refused. */
  refusedAtMs: number | null;
  /** Whether a question about this may be asked now: at most once a minute, and not for a day after our initiator was refused. */
  mayAsk(about: string): boolean;
}

type Reading = Promise<Listed[] | null>;

const keptMax = 2_000;
const everyMs = 60_000;
const refusedMs = 24 * 60 * 60_000;

export function createMemory(now: () => Date): Memory {
  const charges = bounded<KnownCharge>();
  const asked = bounded<number>();
  const memory: Memory = {
    charge(attemptId) {
      const found = charges.get(attemptId) ?? { back: new Map() };
      charges.set(attemptId, found);
      return found;
    },
    references: bounded(),
    results: bounded(),
    receipts: bounded(),
    readings: new Map(),
    sent: bounded(),
    ...{ balance: null, refusedAtMs: null },
    mayAsk(about) {
      const nowMs = now().getTime();
      if (memory.refusedAtMs !== null && nowMs - memory.refusedAtMs < refusedMs) return false;
      if (nowMs - (asked.get(about) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
      asked.set(about, nowMs);
      return true;
    },
  };
  return memory;
}

/** Forgets the oldest, so that it never grows without end. */
function bounded<Value>(): Map<string, Value> {
  const map = new Map<string, Value>();
  const set = map.set.bind(map);
  map.set = (key, value) => {
    const [oldest] = map.keys();
    if (map.size >= keptMax && !map.has(key) && oldest !== undefined) map.delete(oldest);
    return set(key, value);
  };
  return map;
}
