import { stringify } from "csv-stringify/sync";
import { withoutTurns } from "@/lib/domain/text";
import { timestamp } from "@/lib/resources/event";

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
