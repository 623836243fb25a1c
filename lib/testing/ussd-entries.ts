import type { Luck } from "./simulation/luck";

/** What payers type, and what nobody should: lines of menus, numbers, codes, signs, too much, nothing. */
const entries = [
  ...["0", "1", "2", "3", "4", "5", "6", "9", "", "00", "12", "99", "-1", "1e9", "#"],
  ...["0772123456", "9".repeat(70), "INV-1", "💥", "a'b", "*", "\u0000x"],
] as const;

/** Fewer than `most` of them, one after the other, as a session sends them. */
export function someEntries(luck: Luck, most: number): string[] {
  return Array.from({ length: luck.roll(most) }, () => luck.pick(entries));
}
