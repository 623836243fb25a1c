import { toMajor } from "@/lib/domain/money";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/records";
import type { Filters, Search } from "./filters";
import { type List, type Reading, valuesOf } from "./list";

/** One column of a file, or two for a time in two forms. Names are the same in every language. */
export interface CsvColumn<Row> {
  names: string[];
  cells: (row: Row, reading: Reading) => (string | number)[];
}

type Of<Row, Value> = (row: Row, reading: Reading) => Value;

/** Empty where there is no value. */
export function csv<Row>(name: string, of: Of<Row, string | number | null>): CsvColumn<Row> {
  return { names: [name], cells: (row, reading) => [of(row, reading) ?? ""] };
}

/** A plain number in the row's currency. */
export function csvMoney<Row extends { currency: string }>(
  name: string,
  of: Of<Row, bigint | null>,
): CsvColumn<Row> {
  return csv(name, (row, reading) => {
    const minor = of(row, reading);
    return minor === null ? null : toMajor({ minor, currency: row.currency });
  });
}

/** As ISO time and as clocks of the store show it. */
export function csvTime<Row>(name: string, of: Of<Row, Date | null>): CsvColumn<Row> {
  return {
    names: [name, `${name}_store_time`],
    cells: (row, reading) => bothTimes(of(row, reading), reading.timeZone),
  };
}

/** Writes a list's rows, which come in batches, under these columns. */
export function csvOf<Who extends Reading, Row, Wanted>(
  columns: CsvColumn<Row>[],
  walk: (who: Who, values: Wanted, chosen: string[] | null) => AsyncIterable<Row[]>,
) {
  const head = columns.flatMap(({ names }) => names);
  return (who: Who, values: Wanted, chosen: string[] | null): AsyncGenerator<string> => {
    const lineOf = (row: Row) => columns.flatMap(({ cells }) => cells(row, who));
    async function* lines() {
      for await (const rows of walk(who, values, chosen)) yield rows.map(lineOf);
    }
    return csvPieces(head, lines());
  };
}

/** The list as a file, with the filters of the page. It streams, so its length does not matter. */
export async function listFile<Who extends Reading, Row, F extends Filters>(
  list: List<Who, Row, F>,
  who: Who,
  search: Search,
  chosen: string[] | null = null,
): Promise<Response> {
  if (!list.csv) throw new Error(`The list ${list.path} has no file.`);
  const { values } = await valuesOf(list, who, search);
  return streamed(list.csv.pieces(who, values, chosen), `${list.csv.name(who, values)}.csv`);
}

/** A file in pieces, so that its length does not matter. */
export function streamed(
  pieces: AsyncGenerator<string>,
  filename: string,
  type = "text/csv; charset=utf-8",
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "private, no-store",
    },
  });
}
