/** Rows of a log, newest first. `total` counts them from the newest; with `isMore` there are more than that. */
export interface LogPage<Row> {
  rows: Row[];
  total: number;
  isMore: boolean;
}

/** A log only grows, and nobody reads all of it: it is counted this far beyond the page that is looked at. */
const countedAhead = 10_000;

/** Reads one page; `count` counts at most so many rows. */
export async function readLogPage<Row>(
  { skip }: { skip: number },
  find: () => Promise<Row[]>,
  count: (atMost: number) => Promise<number>,
): Promise<LogPage<Row>> {
  const countedMax = skip + countedAhead;
  const [rows, counted] = await Promise.all([find(), count(countedMax + 1)]);
  return { rows, total: Math.min(counted, countedMax), isMore: counted > countedMax };
}
