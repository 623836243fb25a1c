import { graceMs } from "@/lib/domain/subscription";

const slotMs = 15 * 60 * 1000;

/** The instants that decide what has happened. */
export interface Moment {
  /** The end of the present quarter of an hour: all is counted as it will be then, if nothing is paid until then. */
  asOf: Date;
  /** The grace of paid time that ended before this instant is over as well. */
  settled: Date;
}

export function momentOf(now: Date): Moment {
  const asOf = new Date((Math.floor(now.getTime() / slotMs) + 1) * slotMs);
  return { asOf, settled: new Date(asOf.getTime() - graceMs) };
}

export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
