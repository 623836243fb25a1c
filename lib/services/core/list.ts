import type { World } from "./world";

/** Which rows a page of a list holds. */
export interface Page {
  skip: number;
  take: number;
}

/** Rows of a page, and how many there are on all pages; with `isMore` there are more than that. */
export interface Counted<Row> {
  rows: Row[];
  total: number;
  isMore?: boolean;
}

/** The public API promises the exact total, which takes longer the more rows there are. A page of the dashboard does not. */
export type Counting = "exactly" | "as a log";

/** The order of most lists; the id breaks ties, so that no row appears on two pages. */
export const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** A page of rows and their total, queried at the same time. */
export async function counted<Row>(find: Promise<Row[]>, count: Promise<number>): Promise<Counted<Row>> {
  const [rows, total] = await Promise.all([find, count]);
  return { rows, total };
}

/** Removes undefined filters: they are no condition, and Prisma refuses undefined. */
export function given<T extends object>(filters: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // Safe: undefined values are removed.
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

const batchSize = 1000;

/** The rows of a batch: those after the row of `cursor`, or the first ones. */
export interface Batch<Id> {
  take: number;
  cursor?: { id: Id };
  skip?: number;
}

/** All rows of a list in batches, for a file of any length. A batch begins after the last row of the previous one. */
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

/** A log only grows, and nobody reads all of it: rows are counted only up to this many beyond the current page. */
const countedAhead = 10_000;

/** A row must be read to see whether it matches a text, and who finds a thousand searches for something else. */
const searchedAhead = 1_000;

/** Reads one page; `count` gets the largest number to count to. `search` is a text that every row has to match. */
export async function readLogPage<Row>(
  { skip }: { skip: number },
  find: () => Promise<Row[]>,
  count: (atMost: number) => Promise<number>,
  search?: string,
): Promise<LogPage<Row>> {
  const countedMax = skip + (search?.trim() ? searchedAhead : countedAhead);
  const [rows, counted] = await Promise.all([find(), count(countedMax + 1)]);
  return { rows, total: Math.min(counted, countedMax), isMore: counted > countedMax };
}

/** Reads one page; `count` gets the largest number to count to, or none. */
export async function readPage<Row>(
  page: Page,
  counting: Counting,
  find: () => Promise<Row[]>,
  count: (atMost: { take?: number }) => Promise<number>,
  search?: string,
): Promise<Counted<Row>> {
  if (counting === "exactly") return counted(find(), count({}));
  return readLogPage(page, find, (take) => count({ take }), search);
}

/** When rows were made: from `createdAfter` on, and before `createdBefore`. */
export interface Span {
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** How much rows are about, both ends included, in one currency. */
export interface AmountSpan {
  currency?: string | undefined;
  minMinor?: bigint | undefined;
  maxMinor?: bigint | undefined;
}

/** A span as a condition on a column of instants; none where it is open at both ends. */
export function inSpan({ createdAfter, createdBefore }: Span): { gte?: Date; lt?: Date } | undefined {
  if (!createdAfter && !createdBefore) return undefined;
  return given({ gte: createdAfter, lt: createdBefore });
}

/** Chosen rows as a condition on their ids; none where all are meant. */
export function among<Id>(ids: Id[] | undefined): { in: Id[] } | undefined {
  return ids && { in: ids };
}

/** The same for a column of amounts. */
export function inAmounts({ minMinor, maxMinor }: AmountSpan): { gte?: bigint; lte?: bigint } | undefined {
  if (minMinor === undefined && maxMinor === undefined) return undefined;
  return given({ gte: minMinor, lte: maxMinor });
}

/**
 * For whoever fills tables with a file: after so many parts the database counts again what it has, since it finds rows in
 * a table of which it knows nothing by reading all of it.
 */
export async function countFilled(world: World, parts: number): Promise<void> {
  if (parts !== 2 && parts !== 8 && parts % 20 !== 0) return;
  try {
    await world.db.$executeRaw`SELECT count_filled()`;
  } catch (error) {
    // Nothing but speed is lost.
    world.log.warn({ err: error }, "The tables that a file fills could not be counted.");
  }
}
