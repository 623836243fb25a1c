export interface CsvRow {
  /** As editors count. */
  line: number;
  cells: string[];
}

/**
 * The rows of a file as spreadsheets write it: commas, semicolons or tabs, whichever the first row has most of. Cells in
 * quotes may hold separators, line breaks and doubled quotes (RFC 4180).
 */
export function csvRecords(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
    "y",
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  while (cell.lastIndex < text.length) {
    const [whole = "", quoted, bare = "", end = ""] = cell.exec(text) ?? [];
    if (whole === "") break;
    row.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === separator) continue;
    rows.push(row);
    row = { line, cells: [] };
  }
  return row.cells.length > 0 ? [...rows, row] : rows;
}

/** The one that the first row has most of. */
function separatorOf(text: string): "," | ";" | "\t" {
  const first = text.split(/\r|\n/, 1)[0] ?? "";
  const count = (mark: string) => first.split(mark).length;
  const marks = [",", ";", "\t"] as const;
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
