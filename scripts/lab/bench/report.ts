/** One line of the table: the measurement in words, and its goal, if any. */
export interface Line {
  what: string;
  value: number;
  unit: string;
  goal?: { atLeast: number } | { atMost: number };
}

/** Prints the lines as a table that shows for each goal whether it was met. */
export function printTable(lines: readonly Line[]): void {
  const rows = lines.map((line) => [
    line.what,
    `${rounded(line.value)} ${line.unit}`.trim(),
    goalOf(line),
    metOf(line),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function goalOf({ goal, unit }: Line): string {
  if (!goal) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast} ${unit}`.trim() : `≤ ${goal.atMost} ${unit}`.trim();
}

function metOf({ goal, value }: Line): string {
  if (!goal) return "";
  const isMet = "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
  return isMet ? "met" : "NOT MET";
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
