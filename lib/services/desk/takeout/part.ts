import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** So many rows are read at once. */
export const rowsAtOnce = 500;

/** Rows of one list, and behind which row the next ones begin. */
export interface Rows {
  rows: unknown[];
  cursor: string | null;
}

/** One list of the file. */
export interface Part {
  name: string;
  /** Fields that also go into a file of commas, by their path. */
  csv?: readonly string[];
  read(world: World, caller: Caller, after: string | null): Promise<Rows>;
}
