import { stringify } from "csv-stringify/sync";
import { timestamp } from "@/lib/resources/time";

/** UTF-8 with this mark is read as such by spreadsheets. */
const byteOrderMark = "\uFEFF";

/**
 * A list as CSV in pieces, so that its length does not matter. What a spreadsheet would take for a formula is text
 * there; amounts are plain numbers.
 */
export async function* csvPieces(
  head: readonly string[],
  batches: AsyncIterable<(string | number)[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csv([[...head]]);
  for await (const rows of batches) if (rows.length > 0) yield csv(rows);
}

function csv(rows: (string | number)[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "windows" });
}

/** The same instant as ISO time and as clocks of the store show it, "2026-03-02 12:30:00"; twice nothing for none. */
export function bothTimes(at: Date | null, timeZone: string): [iso: string, store: string] {
  if (at === null) return ["", ""];
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return [timestamp(at), format.format(at)];
}
