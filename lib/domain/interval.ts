export const intervals = ["week", "month", "quarter", "year"] as const;
export type Interval = (typeof intervals)[number];

export function isInterval(value: string): value is Interval {
  return (intervals as readonly string[]).includes(value);
}

/**
 * The instant `n` intervals after the anchor, in UTC, with the anchor's time of day.
 *
 * It is always computed from the anchor, never from the edge before it: 31 January, 28 February, 31 March. Chaining
 * would stay on the 28th for ever. A day that the month does not have becomes the last day of that month. A week is 7 ×
 * 24 hours. `n` is a whole number; 0 gives the anchor.
 */
export function intervalEdge(anchor: Date, interval: Interval, n: number): Date {
  if (interval === "week") return new Date(anchor.getTime() + n * weekMs);
  return addMonths(anchor, n * monthsIn[interval]);
}

const weekMs = 7 * 24 * 60 * 60 * 1000;
const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

function addMonths(anchor: Date, months: number): Date {
  const edge = new Date(anchor.getTime());
  // The first of the month always exists, so the move cannot overflow into the month after.
  edge.setUTCDate(1);
  edge.setUTCMonth(edge.getUTCMonth() + months);
  edge.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth(edge)));
  return edge;
}

function daysInMonth(instant: Date): number {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 0)).getUTCDate();
}
