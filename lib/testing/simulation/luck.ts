import type { Random } from "@/lib/providers/totp";

/** Chance that can be had again: everything a simulated run decides comes from the seed. */
export interface Luck {
  /** 0 up to, not including, `sides`. */
  roll(sides: number): number;
  /** One in `sides`. */
  once(sides: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Undefined for an empty list. */
  any<T>(list: readonly T[]): T | undefined;
  random: Random;
}

export function luckOf(seed: number): Luck {
  const next = generator(seed);
  // Ids and tokens take from a stream of their own, so that asking for one more changes no decision.
  const bytes = generator(seed ^ 0x5bd1e995);
  const roll = (sides: number) => next() % sides;
  return {
    roll,
    once: (sides) => roll(sides) === 0,
    pick: (list) => list[roll(list.length)] ?? list[0],
    any: (list) => list[roll(Math.max(1, list.length))],
    random: { bytes: (length) => Uint8Array.from({ length }, () => bytes() & 0xff) },
  };
}

/** 32 bits at a time, evenly spread: mulberry32. */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
