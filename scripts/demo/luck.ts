import { createHash } from "node:crypto";

/** Chance that comes out the same each time: the demo store of two first starts differs in nothing but dates and codes. */
export interface Luck {
  /** 0 up to, not including, `sides`. */
  roll(sides: number): number;
  /** One in `sides`. */
  once(sides: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function luckOf(seed: string): Luck {
  let drawn = 0;
  const roll = (sides: number) => {
    drawn += 1;
    return createHash("sha256").update(`${seed}/${drawn}`).digest().readUInt32LE(0) % sides;
  };
  return {
    roll,
    once: (sides) => roll(sides) === 0,
    pick: (list) => list[roll(list.length)] ?? list[0],
  };
}
