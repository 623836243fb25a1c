/** Which rows a page of a list holds. */
export interface Page {
  skip: number;
  take: number;
}

/** Rows of a page, and how many there are on all pages. */
export interface Counted<Row> {
  rows: Row[];
  total: number;
}

/** The order of most lists; the id decides between rows of one moment, so that no page shows one twice. */
export const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** A page of rows and their number, asked at the same time. */
export async function counted<Row>(find: Promise<Row[]>, count: Promise<number>): Promise<Counted<Row>> {
  const [rows, total] = await Promise.all([find, count]);
  return { rows, total };
}

/** What is asked for: a filter that is not given is no condition, and Prisma refuses one that is undefined. */
export function given<T extends object>(filters: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // Safe: what is undefined is left out.
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

const batchSize = 1000;

/** Which rows a batch holds: those after the row that `cursor` names, or the first. */
export interface Batch<Id> {
  take: number;
  cursor?: { id: Id };
  skip?: number;
}

/** All rows of a list in batches, for a file of any length. A batch begins behind the last row of the one before. */
export async function* inBatches<Row extends { id: unknown }>(
  find: (batch: Batch<Row["id"]>) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await find({
      take: batchSize,
      ...(last ? { cursor: { id: last.id }, skip: 1 } : {}),
    });
    yield rows;
    last = rows.length < batchSize ? undefined : rows.at(-1);
  } while (last);
}

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
