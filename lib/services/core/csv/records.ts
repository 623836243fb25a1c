import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { Invalid, say } from "@/lib/domain/refusal";
import { withoutTurns } from "@/lib/domain/text";
import { timestamp } from "@/lib/resources/event";

export interface CsvRow {
  /** The line number as in an editor, from 1. */
  line: number;
  cells: string[];
}

/**
 * The rows of a file written by a spreadsheet, separated by commas, semicolons or tabs, whichever the first row has
 * most of. Quoted cells may contain separators, line breaks and doubled quotes (RFC 4180). Throws Invalid on `file` for
 * a quote that is not closed, because the rest of the file is then ambiguous. Marks that turn the direction of a text
 * are left out, as in a form.
 */
export function csvRecords(file: string): CsvRow[] {
  let line = 1;
  return parsed(withoutTurns(file)).map(({ record, raw }) => {
    const row = { line, cells: record };
    line += raw.split(/\r\n|\n|\r/).length - 1;
    return row;
  });
}

function parsed(file: string): { record: string[]; raw: string }[] {
  const options = {
    ...{ bom: true, raw: true, relax_quotes: true, relax_column_count: true },
    delimiter: separatorOf(file),
    record_delimiter: ["\r\n", "\n", "\r"],
  };
  try {
    // Safe: with `raw` each record comes with its text; the types of the package leave it out.
    return parse(file, options) as unknown as { record: string[]; raw: string }[];
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED")
      throw new Invalid({ file: [say("file_quote")] });
    throw error;
  }
}

/** The separator that occurs most in the first row. */
function separatorOf(file: string): "," | ";" | "\t" {
  const first = file.split(/\r|\n/, 1)[0] ?? "";
  const count = (mark: string) => first.split(mark).length;
  const marks = [",", ";", "\t"] as const;
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** With this mark spreadsheets recognise UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * A list as CSV in pieces, so that its length does not matter. Text that a spreadsheet would run as a formula is
 * escaped; amounts are plain numbers.
 */
export async function* csvPieces(
  head: readonly string[],
  batches: AsyncIterable<(string | number)[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csv([[...head]]);
  for await (const rows of batches) if (rows.length > 0) yield csv(rows);
}

function csv(rows: (string | number)[][]): string {
  return stringify(rows, {
    escape_formulas: true,
    record_delimiter: "windows",
    // A line break that is no end of a row.
    quoted_match: /[\r\n]/,
    cast: { string: guarded },
  });
}

/** A plus and digits are a phone number and no formula: programs that send SMS want it as it is. */
function guarded(value: string) {
  return { value: withoutTurns(value), escape_formulas: !/^\+\d+$/.test(value) };
}

/** One instant in ISO format and in the store's local time, "2026-03-02 12:30:00"; two empty texts for null. */
export function bothTimes(at: Date | null, timeZone: string): [iso: string, store: string] {
  if (at === null) return ["", ""];
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return [timestamp(at), format.format(at)];
}
